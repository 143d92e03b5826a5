package nth.trace;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Begins a trace of our own for a request, whatever its caller says of traces. One who may say so
 * could have every request sampled: by the flag, and also by an id, which the sampler goes by.
 * Nothing else begins one: a record that names no trace that can be read is not sampled.
 */
final class DoorPropagator implements Propagator {

  private static final IdGenerator IDS = IdGenerator.random();

  private final Propagator all;
  private final Tracer tracer;
  private final Predicate<@Nullable InetAddress> joined;

  /**
   * @param all OpenTelemetry's: what it cannot read leaves the current context as it is
   * @param joined whether a peer's requests go on with the trace they name
   */
  DoorPropagator(Propagator all, Tracer tracer, Predicate<@Nullable InetAddress> joined) {
    this.all = all;
    this.tracer = tracer;
    this.joined = joined;
  }

  @Override
  public List<String> fields() {
    return all.fields();
  }

  @Override
  public <C> void inject(TraceContext context, C carrier, Setter<C> setter) {
    all.inject(context, carrier, setter);
  }

  @Override
  public <C> Span.Builder extract(C carrier, Getter<C> getter) {
    if (!(carrier instanceof ServerHttpRequest request)) {
      return unsampled().wrapSupplier(() -> all.extract(carrier, getter)).get();
    }
    return joined.test(peer(request))
        ? all.extract(carrier, getter)
        : tracer.spanBuilder().setNoParent();
  }

  private static Context unsampled() {
    SpanContext nobody =
        SpanContext.create(
            IDS.generateTraceId(),
            IDS.generateSpanId(),
            TraceFlags.getDefault(),
            TraceState.getDefault());
    return Context.root().with(io.opentelemetry.api.trace.Span.wrap(nobody));
  }

  private static @Nullable InetAddress peer(ServerHttpRequest request) {
    InetSocketAddress peer = request.getRemoteAddress();
    return peer == null ? null : peer.getAddress();
  }
}
