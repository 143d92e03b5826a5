package nth.web;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Says that nothing more will come, and listens for a moment before it hangs up: closing a socket
 * with unread bytes resets it, and a reset can take the answer from a client that still sends.
 */
final class Lingering extends ChannelInboundHandlerAdapter {

  private static final long MOMENT_MILLIS = 1_000;
  private static final long MAX_BYTES = 256 * 1024;

  private long heard;

  private Lingering() {}

  static void close(ChannelHandlerContext context, ChannelPromise promise) {
    Channel channel = context.channel();
    if (!channel.isActive()
        || !(channel instanceof DuplexChannel duplex)
        || channel.pipeline().get(SslHandler.class) != null) {
      context.close(promise);
      return;
    }
    Lingering lingering = new Lingering();
    channel.pipeline().addFirst(lingering);
    duplex.shutdownOutput();
    channel.config().setAutoRead(true);
    context.executor().schedule(() -> context.close(promise), MOMENT_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    heard += message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
    ReferenceCountUtil.release(message);
    if (heard > MAX_BYTES) {
      context.close();
    }
  }
}
