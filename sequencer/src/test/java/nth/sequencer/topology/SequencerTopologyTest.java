package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static nth.contract.fixtures.People.CHARLIE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import nth.contract.CloseCause;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.CountMode;
import nth.contract.DeadLetter;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Partitions;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.fixtures.Samples;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequencerTopologyTest {

  private static final EventId EVENT = Samples.EVENT;
  private static final Instant START = Driver.START;

  private final Driver driver = new Driver();

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void secondOfThree_wins_andTheThirdIsRefused() {
    define(EVENT, 2);
    submit(ALICE, "a", 1);
    submit(BOB, "b", 2);
    submit(CHARLIE, "c", 3);

    assertThat(driver.results())
        .extracting(Result::type)
        .containsExactly(
            "promotion_defined", "entry_numbered", "entry_numbered", "promotion_closed", "refused");
    assertThat(driver.read(Topics.WINNERS)).hasSize(1);
    assertThat(driver.read(Topics.PROMOTIONS)).hasSize(3);
    assertThat(driver.read(Topics.DEAD_LETTERS)).isEmpty();
  }

  @Test
  void outputs_carryTheirOwnHeaders_theEventAsKey_andLogTime() {
    define(EVENT, 1);
    driver.pipe(
        Driver.bytes(EVENT.value()),
        Json.strict().writeValueAsBytes(entry(ALICE, "a")),
        new RecordHeaders().add("secret", Driver.bytes("from outside")),
        START.plusSeconds(1));

    var winner = driver.read(Topics.WINNERS).get(0);
    assertThat(headers(winner))
        .containsExactly(
            "type=winner_determined", "position=0-1", "dedup_id=promotion-winner:spring-opening:1");
    assertThat(headers(driver.read(Topics.RESULTS).get(1)))
        .containsExactly("type=entry_numbered", "position=0-1");
    assertThat(headers(driver.read(Topics.PROMOTIONS).get(2)))
        .containsExactly("type=promotion_state", "position=0-1");
    assertThat(winner.key()).isEqualTo(Driver.bytes(EVENT.value()));
    assertThat(winner.timestamp()).isEqualTo(START.plusSeconds(1).toEpochMilli());
  }

  @Test
  @Tag("O-65")
  void winner_isTheseBytes() {
    define(EVENT, 1);
    submit(ALICE, "a", 1);

    assertThat(new String(driver.read(Topics.WINNERS).get(0).value(), UTF_8))
        .isEqualTo(
            "{\"type\":\"winner_determined\",\"v\":1,\"event_id\":\"spring-opening\",\"seq\":1,"
                + "\"user_id\":\"alice\",\"request_id\":\"a\","
                + "\"requested_at\":\"2027-03-28T10:00:00.000Z\","
                + "\"determined_at\":\"2027-03-28T10:00:01.000Z\",\"position\":\"0-1\","
                + "\"dedup_id\":\"promotion-winner:spring-opening:1\"}");
  }

  @ParameterizedTest
  @Tag("O-03")
  @Tag("O-04")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      spring-opening |                                             | missing_value
                     | {"type":"submit_entry"}                     | missing_key
      spring-opening | ''                                          | invalid_json
      spring-opening | not json                                    | invalid_json
      spring-opening | {"type":"submit_entry","v":1                | invalid_json
      spring-opening | []                                          | invalid_json
      spring-opening | {"type":"submit_entry","v":1}               | invalid_json
      spring-opening | {"type":"draw_lots","v":1}                  | unknown_command
      spring-opening | {"type":"submit_entry","v":2}               | unknown_command
      other-event    | ENTRY                                       | key_mismatch
      """)
  void poison_isPutAside_andUsesNoNumber(String key, String value, String reason) {
    define(EVENT, 5);
    submit(ALICE, "a", 1);
    byte[] bytes =
        "ENTRY".equals(value)
            ? Json.strict().writeValueAsBytes(entry(BOB, "b"))
            : value == null ? null : Driver.bytes(value);
    driver.raw(key, bytes, START.plusSeconds(2));
    submit(CHARLIE, "c", 3);

    assertThat(numbers()).containsExactly(1L, 2L);
    assertThat(deadLetters()).containsExactly(reason + " at 2");
  }

  @Test
  @Tag("O-06")
  void oversizedRecord_isPutAside_cut() {
    driver.raw(EVENT.value(), new byte[1_200_000], START);

    TestRecord<byte[], byte[]> letter = driver.read(Topics.DEAD_LETTERS).get(0);
    assertThat(letter.value().length).isLessThanOrEqualTo(DeadLetter.MAX_BYTES);
    assertThat(Headers.text(letter.headers(), "nth-length")).isEqualTo("1200000");
    assertThat(Headers.text(letter.headers(), DeadLetter.REASON)).isEqualTo("too_large");
  }

  @Test
  void deepNesting_isPutAside() {
    driver.raw(EVENT.value(), Driver.bytes("{\"a\":" + "[".repeat(5_000)), START);

    assertThat(deadLetters()).containsExactly("invalid_json at 0");
  }

  @Test
  void commandOfAnotherPartition_isPutAside() {
    PlainLog twoPartitions = PlainLog.of(new EntriesLog.Facts(PlainLog.TOPIC, 2, 0, 100));
    try (Driver zero = new Driver(twoPartitions)) {
      List<EventId> events =
          IntStream.range(0, 10).mapToObj(i -> new EventId("event-" + i)).toList();
      events.forEach(event -> zero.accept(definition(event, 1), START));

      long elsewhere = events.stream().filter(event -> Partitions.of(event, 2) == 1).count();
      assertThat(elsewhere).isBetween(1L, 9L);
      assertThat(zero.read(Topics.DEAD_LETTERS)).hasSize((int) elsewhere);
      assertThat(zero.results()).hasSize(events.size() - (int) elsewhere);
    }
  }

  @Test
  void commandOfANewerIngress_stopsTheLine() {
    var accepted = new RecordHeaders().add(Headers.VERSION, Driver.bytes("2"));

    assertThatThrownBy(
            () ->
                driver.pipe(
                    Driver.bytes(EVENT.value()),
                    Driver.bytes("{\"type\":\"draw_lots\",\"v\":2}"),
                    accepted,
                    START))
        .hasRootCauseInstanceOf(LineStopped.class)
        .rootCause()
        .hasMessageContaining("at 0-0")
        .hasMessageContaining("start a sequencer at least as new");
    assertThat(driver.read(Topics.DEAD_LETTERS)).isEmpty();
  }

  @Test
  @Tag("O-09")
  void logTime_doesNotStepBack() {
    define(EVENT, 5);
    submit(ALICE, "a", 10);
    submit(BOB, "b", 4);

    assertThat(numbered())
        .extracting(EntryNumbered::numberedAt)
        .containsExactly(START.plusSeconds(10), START.plusSeconds(10));
  }

  @Test
  void closingTime_closesBeforeTheEntry() {
    Definition due =
        new Definition(Samples.targets(5), null, START.plusSeconds(5), true, CountMode.LIVE);
    driver.accept(new DefinePromotion(EVENT, new RequestId("d"), START, due), START);
    submit(ALICE, "a", 1);
    submit(BOB, "b", 5);

    assertThat(driver.results())
        .element(2)
        .asInstanceOf(InstanceOfAssertFactories.type(PromotionClosed.class))
        .extracting(PromotionClosed::cause, PromotionClosed::totalEntries)
        .containsExactly(CloseCause.DUE, 1L);
  }

  private void define(EventId event, long target) {
    driver.accept(definition(event, target), START);
  }

  private static DefinePromotion definition(EventId event, long target) {
    Definition definition =
        new Definition(Samples.targets(target), null, null, true, CountMode.LIVE);
    return new DefinePromotion(event, new RequestId("define"), START, definition);
  }

  private void submit(UserId user, String request, int second) {
    driver.accept(entry(user, request), START.plusSeconds(second));
  }

  private static SubmitEntry entry(UserId user, String request) {
    return new SubmitEntry(EVENT, user, new RequestId(request), START);
  }

  private List<EntryNumbered> numbered() {
    return driver.results().stream()
        .filter(EntryNumbered.class::isInstance)
        .map(EntryNumbered.class::cast)
        .toList();
  }

  private List<Long> numbers() {
    return numbered().stream().map(result -> result.seq().value()).toList();
  }

  private List<String> deadLetters() {
    return driver.read(Topics.DEAD_LETTERS).stream()
        .map(TestRecord::headers)
        .map(
            h -> Headers.text(h, DeadLetter.REASON) + " at " + Headers.text(h, "nth-source-offset"))
        .toList();
  }

  private static List<String> headers(TestRecord<byte[], byte[]> record) {
    return StreamSupport.stream(record.headers().spliterator(), false)
        .map(SequencerTopologyTest::text)
        .toList();
  }

  private static String text(Header header) {
    return header.key() + "=" + new String(header.value(), UTF_8);
  }
}
