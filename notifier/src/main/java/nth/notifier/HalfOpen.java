package nth.notifier;

import io.micrometer.core.instrument.Counter;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import java.io.IOException;
import reactor.netty.channel.AbortedException;

/**
 * Hears from the kernel that a client has vanished: it acknowledges nothing, or there is no way to
 * it any more. That is nobody's fault and no error.
 */
@Sharable
final class HalfOpen extends ChannelDuplexHandler {

  private static final String NAME = "nth.half-open";

  private final Counter vanished;
  private final ChannelFutureListener heardByWriting = this::written;

  HalfOpen(Counter vanished) {
    this.vanished = vanished;
  }

  void watch(ChannelPipeline pipeline) {
    if (pipeline.get(NAME) == null) {
      pipeline.addFirst(NAME, this);
    }
  }

  /** Where reading was the first to hear of it. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable fault) {
    if (isSilence(fault)) {
      count(context.channel());
      context.close();
    } else {
      context.fireExceptionCaught(fault);
    }
  }

  /** Or writing, of which the framework tells nobody. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    context.write(message, promise.unvoid().addListener(heardByWriting));
  }

  private void written(ChannelFuture end) {
    if (!end.isSuccess() && isSilence(end.cause())) {
      count(end.channel());
    }
  }

  /** And not the end of a connection that the client has closed, or we. */
  private static boolean isSilence(Throwable fault) {
    return fault instanceof IOException && !AbortedException.isConnectionReset(fault);
  }

  /** All writes that wait fail together. */
  private void count(Channel channel) {
    if (channel.pipeline().get(NAME) != null) {
      channel.pipeline().remove(NAME);
      vanished.increment();
    }
  }
}
