package nth.proof.streams;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.CharBuffer;

/** One connection of one listener. */
final class Ear extends SimpleChannelInboundHandler<HttpObject> {

  private static final int OK = 200;

  private final int listener;
  private final Ears all;
  private final FrameReader frames = new FrameReader();
  private int status;

  Ear(int listener, Ears all) {
    this.listener = listener;
    this.all = all;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    CharBuffer request = CharBuffer.wrap(all.request(listener));
    context.writeAndFlush(ByteBufUtil.encodeString(context.alloc(), request, US_ASCII));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
    if (message instanceof HttpResponse response) {
      status = response.status().code();
    }
    if (status != OK) {
      context.close();
    } else if (message instanceof HttpContent content) {
      frames.read(content.content(), (id, words) -> all.hear(listener, id, words));
      if (content instanceof LastHttpContent) {
        context.close(); // The stream has ended, and the connection was kept.
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    all.gone(listener, status != 0 && status != OK);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable fault) {
    // Whoever waits for this listener is told when it is gone.
    context.close();
  }
}
