package nth.notifier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import java.io.IOException;

/** Hears from the kernel that a client has vanished, which is nobody's fault and no error. */
@Sharable
final class HalfOpen extends ChannelInboundHandlerAdapter {

  private static final String NAME = "nth.half-open";

  private final Counter vanished;

  HalfOpen(MeterRegistry meters) {
    this.vanished = dropped(meters, "half_open");
  }

  static Counter dropped(MeterRegistry meters, String reason) {
    return Counter.builder("nth.notifier.streams.dropped")
        .description("Streams whose client took nothing any more, or had vanished")
        .tag("reason", reason)
        .register(meters);
  }

  void watch(ChannelPipeline pipeline) {
    if (pipeline.get(NAME) == null) {
      pipeline.addFirst(NAME, this);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable fault) {
    if (fault instanceof IOException
        && String.valueOf(fault.getMessage()).contains("Connection timed out")) {
      vanished.increment();
      context.close();
    } else {
      context.fireExceptionCaught(fault);
    }
  }
}
