package nth.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import java.util.ArrayList;
import java.util.List;
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

    Tracing tracing = new Tracing(1);
    var propagator = new DoorPropagator(tracing.propagator(), tracing.tracer(), peer -> false);
    RecordTraces traces = new RecordTraces(tracing.tracer(), propagator);

    assertThat(traces.receiving("decide", Topics.ENTRIES, POSITION, headers)).isNull();
  }

  @Test
  void spansThatCannotBegin_holdNothingUp() {
    Span request = new Tracing(1).span();
    RecordTraces traces = new Tracing(1, new BrokenAt(true)).records();
    headers.add(
        Headers.TRACE, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes());

    assertThat(traces.sending(Topics.ENTRIES, observed(request), headers)).isNull();
    assertThat(traces.receiving("decide", Topics.ENTRIES, POSITION, headers)).isNull();
  }

  @Test
  void spansThatCannotEnd_doNotEither_andWhatIsTracedStillFailsAsItDoes() {
    Tracing tracing = new Tracing(1, new BrokenAt(false));
    RecordTraces traces = tracing.records();
    List<String> done = new ArrayList<>();
    var fault = new IllegalStateException("of the work");

    traces.sent(tracing.span(), POSITION, fault);
    traces.within(tracing.span(), () -> done.add("work"));

    assertThat(done).containsExactly("work");
    assertThatThrownBy(() -> traces.within(tracing.span(), () -> fail(fault))).isSameAs(fault);
  }

  private static void fail(RuntimeException fault) {
    throw fault;
  }

  /** As a library that does not fit the others would be. */
  private record BrokenAt(boolean start) implements SpanProcessor {

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
      if (start) {
        throw new NoSuchMethodError();
      }
    }

    @Override
    public boolean isStartRequired() {
      return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {
      throw new IllegalStateException("of the tracing");
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }
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
