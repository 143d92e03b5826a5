package nth.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import io.micrometer.tracing.propagation.Propagator;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Spans of records, which find each other by {@code traceparent} among the headers. Only what is
 * sampled leaves one there, since the log keeps it for ever; and a record without one begins no
 * trace. A span says what was tried: a transaction that is rolled back has had its spans all the
 * same.
 */
public final class RecordTraces {

  private static final String POSITION = "nth.position";

  private final Tracer tracer;
  private final Propagator propagator;

  public RecordTraces(Tracer tracer, Propagator propagator) {
    this.tracer = tracer;
    this.propagator = propagator;
  }

  /**
   * Begins the sending of a record, and says so in its headers.
   *
   * @param cause what it is sent for
   * @return null where that is not traced
   */
  public @Nullable Span sending(
      Topic<?> topic, @Nullable Observation cause, org.apache.kafka.common.header.Headers headers) {
    TracingContext context = cause == null ? null : cause.getContext().get(TracingContext.class);
    Span parent = context == null ? null : context.getSpan();
    if (parent == null || !isSampled(parent)) {
      return null;
    }
    Span.Builder builder = tracer.spanBuilder().setParent(parent.context());
    Span span = named(builder, topic, "send").kind(Span.Kind.PRODUCER).start();
    write(span, headers);
    return span;
  }

  /**
   * Ends a sending.
   *
   * @param position where the record stands; null if that did not become known
   */
  public static void sent(Span span, @Nullable Position position, @Nullable Throwable fault) {
    if (position != null) {
      span.tag(POSITION, position.toString());
    }
    if (fault != null) {
      span.error(fault);
    }
    span.end();
  }

  /**
   * Begins to deal with a command.
   *
   * @param what a verb
   * @return null where its sending was not traced
   */
  public @Nullable Span receiving(
      String what,
      Topic<?> topic,
      Position position,
      org.apache.kafka.common.header.Headers headers) {
    Span span = receiving(what, topic, headers);
    return span == null ? null : span.tag(POSITION, position.toString());
  }

  /**
   * Begins to deal with what follows from a command.
   *
   * @param what a verb
   * @return null where its sending was not traced
   */
  public @Nullable Span receiving(
      String what, Topic<?> topic, org.apache.kafka.common.header.Headers headers) {
    if (headers.lastHeader(Headers.TRACE) == null) {
      return null;
    }
    Span.Builder builder = propagator.extract(headers, Headers::text);
    String position = Headers.text(headers, Headers.POSITION);
    if (position != null) {
      builder.tag(POSITION, position);
    }
    Span span = named(builder, topic, what).kind(Span.Kind.CONSUMER).start();
    return isSampled(span) ? span : null;
  }

  /** Works within a span, and ends it. */
  public void within(Span span, Runnable work) {
    Tracer.SpanInScope scope = tracer.withSpan(span);
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      span.error(e);
      throw e;
    } finally {
      scope.close();
      span.end();
    }
  }

  /** Says in the headers what this thread works within, if anything. */
  public void passOn(org.apache.kafka.common.header.Headers headers) {
    Span span = tracer.currentSpan();
    if (span != null && isSampled(span)) {
      write(span, headers);
    }
  }

  private void write(Span span, org.apache.kafka.common.header.Headers headers) {
    TraceContext context = span.context();
    propagator.inject(context, headers, (to, key, value) -> to.add(key, value.getBytes(UTF_8)));
  }

  private static boolean isSampled(Span span) {
    return Boolean.TRUE.equals(span.context().sampled());
  }

  private static Span.Builder named(Span.Builder builder, Topic<?> topic, String what) {
    return builder
        .name(topic.name() + " " + what)
        .tag("messaging.system", "kafka")
        .tag("messaging.destination.name", topic.name());
  }
}
