package nth.trace;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Begins a trace of our own for a request, whatever its caller says of traces. One who may say so
 * could have every request sampled: by the flag, and also by an id, which the sampler goes by.
 */
final class DoorPropagator implements Propagator {

  private final Propagator all;
  private final Tracer tracer;
  private final Predicate<@Nullable InetAddress> joined;

  /**
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
    if (carrier instanceof ServerHttpRequest request && !joined.test(peer(request))) {
      return tracer.spanBuilder().setNoParent();
    }
    return all.extract(carrier, getter);
  }

  private static @Nullable InetAddress peer(ServerHttpRequest request) {
    InetSocketAddress peer = request.getRemoteAddress();
    return peer == null ? null : peer.getAddress();
  }
}
