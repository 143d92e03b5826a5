package nth.sequencer.topology;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static nth.contract.fixtures.People.CHARLIE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import nth.contract.DeadLetter;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Partitions;
import nth.contract.Result.EntryNumbered;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Input that nobody can decide. */
class PoisonTest {

  private static final EventId EVENT = Samples.EVENT;
  private static final Instant START = Driver.START;

  private final Driver driver = new Driver();

  @AfterEach
  void close() {
    driver.close();
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
    driver.define(EVENT, 5);
    driver.submit(ALICE, "a", 1);
    byte[] bytes =
        "ENTRY".equals(value)
            ? Json.strict().writeValueAsBytes(Driver.entry(BOB, "b"))
            : value == null ? null : Driver.bytes(value);
    driver.raw(key, bytes, START.plusSeconds(2));
    driver.submit(CHARLIE, "c", 3);

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
      events.forEach(event -> zero.accept(Driver.definition(event, 1), START));

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

  private List<Long> numbers() {
    return driver.results().stream()
        .filter(EntryNumbered.class::isInstance)
        .map(EntryNumbered.class::cast)
        .map(result -> result.seq().value())
        .toList();
  }

  private List<String> deadLetters() {
    return driver.read(Topics.DEAD_LETTERS).stream()
        .map(TestRecord::headers)
        .map(
            h -> Headers.text(h, DeadLetter.REASON) + " at " + Headers.text(h, "nth-source-offset"))
        .toList();
  }
}
