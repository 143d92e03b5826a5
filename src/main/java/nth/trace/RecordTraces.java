package nth.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import io.micrometer.tracing.propagation.Propagator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.Topic;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spans of records, which find each other by {@code traceparent} among the headers. Only what is
 * sampled leaves one there, since the log keeps it for ever; and a record without one begins no
 * trace. A span says what was tried: a transaction that is rolled back has had its spans all the
 * same. A fault of the tracing itself costs spans and nothing else.
 */
public final class RecordTraces {

  private static final String POSITION = "nth.position";
  private static final Logger LOG = LoggerFactory.getLogger(RecordTraces.class);

  private final Tracer tracer;
  private final Propagator propagator;
  private final AtomicBoolean faulty = new AtomicBoolean();

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
    return cause == null ? null : orNull(() -> sendingFor(cause, topic, headers));
  }

  private @Nullable Span sendingFor(
      Observation cause, Topic<?> topic, org.apache.kafka.common.header.Headers headers) {
    TracingContext context = cause.getContext().get(TracingContext.class);
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
  public void sent(Span span, @Nullable Position position, @Nullable Throwable fault) {
    attempt(
        () -> {
          if (position != null) {
            span.tag(POSITION, position.toString());
          }
          if (fault != null) {
            span.error(fault);
          }
        });
    end(span);
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
    if (span != null) {
      attempt(() -> span.tag(POSITION, position.toString()));
    }
    return span;
  }

  /**
   * Begins to deal with what follows from a command.
   *
   * @param what a verb
   * @return null where its sending was not traced
   */
  public @Nullable Span receiving(
      String what, Topic<?> topic, org.apache.kafka.common.header.Headers headers) {
    return headers.lastHeader(Headers.TRACE) == null
        ? null
        : orNull(() -> receivingOf(what, topic, headers));
  }

  private @Nullable Span receivingOf(
      String what, Topic<?> topic, org.apache.kafka.common.header.Headers headers) {
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
    Tracer.SpanInScope scope = orNull(() -> tracer.withSpan(span));
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      attempt(() -> span.error(e));
      throw e;
    } finally {
      if (scope != null) {
        attempt(scope::close);
      }
      end(span);
    }
  }

  public void end(Span span) {
    attempt(span::end);
  }

  /** Says in the headers what this thread works within, if anything. */
  public void passOn(org.apache.kafka.common.header.Headers headers) {
    attempt(
        () -> {
          Span span = tracer.currentSpan();
          if (span != null && isSampled(span)) {
            write(span, headers);
          }
        });
  }

  private void attempt(Runnable step) {
    orNull(
        () -> {
          step.run();
          return null;
        });
  }

  /** The one place where tracing can go wrong: what is traced goes on without. */
  private <T> @Nullable T orNull(Supplier<@Nullable T> step) {
    try {
      return step.get();
    } catch (RuntimeException | LinkageError e) {
      if (!faulty.getAndSet(true)) {
        LOG.warn("Spans are missing, and this is said once", e);
      }
      return null;
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
