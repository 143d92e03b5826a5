package nth.sequencer.topology;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import nth.contract.Command;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import nth.trace.RecordTraces;
import nth.trace.fixtures.Tracing;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The same commands, with traces and without. */
class TracedDecisionsTest {

  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final List<String> FORGED = List.of(PARENT, "nonsense", "", "00-\u0000");

  @Test
  void decisionsAreTheSame_whateverTheHeadersSay() {
    List<String> plain = decided(null, List.of());

    assertThat(plain).hasSize(8);
    for (RecordTraces traces : Arrays.asList(null, new Tracing(1).records())) {
      for (String forged : FORGED) {
        assertThat(decided(traces, List.of(forged))).isEqualTo(plain);
      }
      assertThat(decided(traces, FORGED)).isEqualTo(plain);
    }
  }

  @Test
  void whereTracingIsOff_aTraceIsNotCarriedOn() {
    assertThat(traced(null, PARENT)).containsOnly(false);
  }

  @Test
  void whereItIsOn_everythingThatFollowsCarriesIt_andOnlyThen() {
    assertThat(traced(new Tracing(1).records(), PARENT)).containsOnly(true);
    assertThat(traced(new Tracing(1).records())).containsOnly(false);
  }

  /** Key, value and time of all that comes of it. */
  private static List<String> decided(@Nullable RecordTraces traces, List<String> parents) {
    return published(traces, parents)
        .map(
            record ->
                HexFormat.of().formatHex(record.key())
                    + HexFormat.of().formatHex(record.value())
                    + record.timestamp())
        .toList();
  }

  private static List<Boolean> traced(@Nullable RecordTraces traces, String... parents) {
    return published(traces, List.of(parents))
        .map(record -> record.headers().lastHeader(Headers.TRACE) != null)
        .toList();
  }

  private static Stream<TestRecord<byte[], byte[]>> published(
      @Nullable RecordTraces traces, List<String> parents) {
    try (Driver driver = new Driver(PlainLog.empty(), traces)) {
      pipe(driver, Driver.definition(Samples.EVENT, 1), parents);
      pipe(driver, Driver.entry(ALICE, "a"), parents);
      pipe(driver, Driver.entry(BOB, "b"), parents);
      return Stream.of(Topics.RESULTS, Topics.WINNERS, Topics.PROMOTIONS)
          .flatMap(topic -> driver.read(topic).stream())
          .toList()
          .stream();
    }
  }

  private static void pipe(Driver driver, Command command, List<String> parents) {
    var headers = Headers.of(command);
    parents.forEach(parent -> headers.add(Headers.TRACE, parent.getBytes(StandardCharsets.UTF_8)));
    byte[] value = Json.strict().writeValueAsBytes(command);
    driver.pipe(Driver.bytes(command.eventId().value()), value, headers, Driver.START);
  }
}
