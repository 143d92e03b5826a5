package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static nth.contract.fixtures.People.CHARLIE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import nth.contract.CloseCause;
import nth.contract.Command.DefinePromotion;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Result.EntryNumbered;
import nth.contract.Result.PromotionClosed;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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
    driver.define(EVENT, 2);
    driver.submit(ALICE, "a", 1);
    driver.submit(BOB, "b", 2);
    driver.submit(CHARLIE, "c", 3);

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
    driver.define(EVENT, 1);
    driver.pipe(
        Driver.bytes(EVENT.value()),
        Json.strict().writeValueAsBytes(Driver.entry(ALICE, "a")),
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
    driver.define(EVENT, 1);
    driver.submit(ALICE, "a", 1);

    assertThat(new String(driver.read(Topics.WINNERS).get(0).value(), UTF_8))
        .isEqualTo(
            "{\"type\":\"winner_determined\",\"v\":1,\"event_id\":\"spring-opening\",\"seq\":1,"
                + "\"user_id\":\"alice\",\"request_id\":\"a\","
                + "\"requested_at\":\"2027-03-28T10:00:00.000Z\","
                + "\"determined_at\":\"2027-03-28T10:00:01.000Z\",\"position\":\"0-1\","
                + "\"dedup_id\":\"promotion-winner:spring-opening:1\"}");
  }

  @Test
  @Tag("O-09")
  void logTime_doesNotStepBack() {
    driver.define(EVENT, 5);
    driver.submit(ALICE, "a", 10);
    driver.submit(BOB, "b", 4);

    assertThat(numbered())
        .extracting(EntryNumbered::numberedAt)
        .containsExactly(START.plusSeconds(10), START.plusSeconds(10));
  }

  @Test
  void closingTime_closesBeforeTheEntry() {
    Definition due =
        new Definition(Samples.targets(5), null, START.plusSeconds(5), true, CountMode.LIVE);
    driver.accept(new DefinePromotion(EVENT, new RequestId("d"), START, due), START);
    driver.submit(ALICE, "a", 1);
    driver.submit(BOB, "b", 5);

    assertThat(driver.results())
        .element(2)
        .asInstanceOf(InstanceOfAssertFactories.type(PromotionClosed.class))
        .extracting(PromotionClosed::cause, PromotionClosed::totalEntries)
        .containsExactly(CloseCause.DUE, 1L);
  }

  private List<EntryNumbered> numbered() {
    return driver.results().stream()
        .filter(EntryNumbered.class::isInstance)
        .map(EntryNumbered.class::cast)
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
