package nth.web;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import reactor.netty.channel.ChannelOperations;

/**
 * Lets a request in when the framework is done with the one before it. A client may have read all
 * of an answer a moment before that; an unreadable request that comes in this moment is taken for
 * part of the old exchange by reactor-netty, and never answered.
 */
final class InTurn extends ChannelDuplexHandler {

  /** Messages; a piece of a body is at most 8 KiB. */
  private static final int MOST_WAITING = 64;

  private final Queue<Object> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean answering;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (waiting.isEmpty() && mayEnter(message)) {
      enter(context, message);
    } else if (waiting.size() < MOST_WAITING) {
      waiting.add(message);
    } else {
      ReferenceCountUtil.release(message);
      context.channel().close();
    }
  }

  private boolean mayEnter(Object message) {
    return !busy || !(message instanceof HttpRequest);
  }

  private void enter(ChannelHandlerContext context, Object message) {
    busy |= message instanceof HttpRequest;
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof HttpResponse response) {
      answering = response.status().codeClass() != HttpStatusClass.INFORMATIONAL;
    }
    ChannelPromise written = promise.unvoid();
    context.write(message, written);
    if (message instanceof LastHttpContent && answering) {
      answering = false;
      // Behind reactor-netty, which hears that it is written as well.
      written.addListener(end -> context.executor().execute(() -> awaitEnd(context)));
    }
  }

  /** No listener hears when the framework lets go of an exchange; it takes it a moment. */
  private void awaitEnd(ChannelHandlerContext context) {
    if (context.channel().isActive() && ChannelOperations.get(context.channel()) != null) {
      context.executor().schedule(() -> awaitEnd(context), 1, TimeUnit.MILLISECONDS);
    } else {
      next(context);
    }
  }

  private void next(ChannelHandlerContext context) {
    busy = false;
    if (waiting.isEmpty()) {
      return;
    }
    while (!waiting.isEmpty() && mayEnter(waiting.peek())) {
      enter(context, waiting.remove());
    }
    context.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    forget();
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    forget();
  }

  private void forget() {
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
  }
}
