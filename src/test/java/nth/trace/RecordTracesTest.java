package nth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import nth.trace.fixtures.Tracing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTracesTest {

  private static final Position POSITION = new Position(0, 7);

  private final org.apache.kafka.common.header.Headers headers = Headers.of(Samples.SUBMIT);

  @Test
  void sampledRequest_isFoundAgainByTheRecord() {
    Tracing tracing = new Tracing(1);
    Span request = tracing.span();

    Span sending = tracing.records().sending(Topics.ENTRIES, observed(request), headers);
    Span deciding = tracing.records().receiving("decide", Topics.ENTRIES, POSITION, headers);

    assertThat(sending.context().parentId()).isEqualTo(request.context().spanId());
    assertThat(deciding.context().parentId()).isEqualTo(sending.context().spanId());
    assertThat(deciding.context().traceId()).isEqualTo(request.context().traceId());
  }

  @Test
  void whatIsNotSampled_leavesNothingInTheLog() {
    Tracing tracing = new Tracing(0);

    assertThat(tracing.records().sending(Topics.ENTRIES, observed(tracing.span()), headers))
        .isNull();
    assertThat(headers).isEqualTo(Headers.of(Samples.SUBMIT));
  }

  @Test
  void noTraceBeginsAtARecord() {
    RecordTraces traces = new Tracing(1).records();

    assertThat(traces.sending(Topics.ENTRIES, null, headers)).isNull();
    assertThat(traces.receiving("decide", Topics.ENTRIES, POSITION, headers)).isNull();
    traces.passOn(headers);
    assertThat(headers).isEqualTo(Headers.of(Samples.SUBMIT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00-", "\u0000", "00-0-0-01", "ff-x", "no trace at all"})
  void nonsense_isNoFault(String parent) {
    headers.add(Headers.TRACE, parent.getBytes());

    Span span = new Tracing(1).records().receiving("decide", Topics.ENTRIES, POSITION, headers);

    assertThat(span).isNotNull();
    assertThat(span.context().parentId()).isNull();
  }

  private static Observation observed(Span span) {
    var registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(context -> true);
    TracingContext tracing = new TracingContext();
    tracing.setSpan(span);
    Observation.Context context = new Observation.Context();
    context.put(TracingContext.class, tracing);
    return Observation.createNotStarted("request", () -> context, registry);
  }
}
