package nth.notifier;

import io.micrometer.core.instrument.Counter;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import java.io.IOException;
import reactor.netty.channel.AbortedException;

/**
 * Hears from the kernel that a client has vanished: it acknowledges nothing, or there is no way to
 * it any more. That is nobody's fault and no error.
 */
@Sharable
final class HalfOpen extends ChannelInboundHandlerAdapter {

  private static final String NAME = "nth.half-open";

  private final Counter vanished;

  HalfOpen(Counter vanished) {
    this.vanished = vanished;
  }

  void watch(ChannelPipeline pipeline) {
    if (pipeline.get(NAME) == null) {
      pipeline.addFirst(NAME, this);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable fault) {
    if (isSilence(fault)) {
      vanished.increment();
      context.close();
    } else {
      context.fireExceptionCaught(fault);
    }
  }

  /** Where a write was the first to hear of it. */
  AbortedException ofWriting(IOException fault) {
    if (isSilence(fault)) {
      vanished.increment();
    }
    return new AbortedException(fault);
  }

  /** And not the end of a connection that the client has closed, or we. */
  private static boolean isSilence(Throwable fault) {
    return fault instanceof IOException && !AbortedException.isConnectionReset(fault);
  }
}
