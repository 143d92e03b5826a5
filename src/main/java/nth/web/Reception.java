package nth.web;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.DecoderResultProvider;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.netty.channel.AbortedException;

/**
 * What one connection may send, before any handler is asked: a request that arrives in bounded
 * time, and a bounded body whether anybody reads it or not. Refusals that no handler has worded,
 * such as those of the decoder, become problems here.
 */
final class Reception extends ChannelDuplexHandler {

  private static final Pattern TARGET = Pattern.compile("/|https?://[^/]");

  private final Duration timeout;
  private final BiFunction<Problem, String, byte[]> words;

  private boolean begun;
  private boolean receiving;
  private boolean unreadable;
  private boolean expectsContinue;
  private long declared;
  private long received;
  private int unanswered;
  private boolean answering;
  private boolean refused;
  private boolean closing;
  private @Nullable ScheduledFuture<?> deadline;

  /**
   * @param words the body for a problem, with a correlation id
   */
  Reception(Duration timeout, BiFunction<Problem, String, byte[]> words) {
    this.timeout = timeout;
    this.words = words;
  }

  /**
   * In front of the decoder: sees that a request has begun of which there is no message yet. The
   * last byte that is not blank goes apart with what follows it: if what was decoded before is the
   * end of a request, this byte is the beginning of another. Blanks begin none, see RFC 9112, 2.2.
   */
  ChannelHandler arrival() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
          int last = bytes.forEachByteDesc(Reception::isBlank);
          if (last > bytes.readerIndex() && !endsInEmptyLine(bytes)) {
            context.fireChannelRead(bytes.readRetainedSlice(last - bytes.readerIndex()));
          }
          begun |= last >= 0;
        }
        context.fireChannelRead(message);
      }
    };
  }

  private static boolean isBlank(byte value) {
    return value >= 0 && value <= ' ';
  }

  /** Most requests do, and then nothing has begun behind them. */
  private static boolean endsInEmptyLine(ByteBuf bytes) {
    int last = bytes.writerIndex() - 1;
    int before = last - 1;
    if (before > bytes.readerIndex() && bytes.getByte(before) == '\r') {
      before--;
    }
    return bytes.getByte(last) == '\n' && bytes.getByte(before) == '\n';
  }

  /**
   * Behind the one who keeps connections alive: says which answer is the last. Who was told too
   * much already, or waits for leave to send a body, cannot go on with another request.
   */
  ChannelHandler farewell() {
    return new ChannelOutboundHandlerAdapter() {
      @Override
      public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse response && isFinal(response) && isLast()) {
          HttpUtil.setKeepAlive(response, false);
        }
        context.write(message, promise);
      }
    };
  }

  private boolean isLast() {
    return unreadable || tooMuch() || receiving && expectsContinue;
  }

  private boolean tooMuch() {
    return Math.max(declared, received) > HttpSettings.MAX_BODY_BYTES;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    begun = false;
    if (message instanceof HttpRequest request) {
      begin(request);
    }
    if (message instanceof HttpContent content) {
      received += content.content().readableBytes();
    }
    if (message instanceof LastHttpContent) {
      receiving = false;
      stopClock();
    }
    boolean broken =
        message instanceof DecoderResultProvider result && result.decoderResult().isFailure();
    unreadable |= broken;
    if (broken && !(message instanceof HttpRequest) || unanswered == 0 && tooMuch()) {
      ReferenceCountUtil.release(message);
      refuse(context, HttpResponseStatus.BAD_REQUEST, 1);
    } else {
      context.fireChannelRead(message);
    }
  }

  /**
   * The handler, which may not even look at the body, is not asked: the connection ends. Where the
   * request has been answered already, another answer would be taken for the next one's.
   *
   * @param open how many requests are to be answered with this
   */
  private void refuse(ChannelHandlerContext context, HttpResponseStatus status, int open) {
    if (refused) {
      return;
    }
    refused = true;
    unreadable = true;
    if (unanswered != open || answering) {
      context.channel().close();
      return;
    }
    var silent = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
    HttpUtil.setKeepAlive(silent, false);
    context.writeAndFlush(worded(silent)).addListener(written -> context.channel().close());
  }

  private void begin(HttpRequest request) {
    receiving = true;
    received = 0;
    declared = 0;
    unanswered++;
    if (request.decoderResult().isSuccess()) {
      declared = HttpUtil.getContentLength(request, 0L);
      expectsContinue = HttpUtil.is100ContinueExpected(request);
      if (!isWellFormed(request)) {
        request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException()));
      }
    }
  }

  /** What RFC 9112 asks for in sections 2.3, 3.2 and 3.2.2, and the decoder lets pass. */
  private static boolean isWellFormed(HttpRequest request) {
    HttpVersion version = request.protocolVersion();
    boolean old = version.equals(HttpVersion.HTTP_1_0);
    int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
    return (old || version.equals(HttpVersion.HTTP_1_1))
        && (hosts == 1 || hosts == 0 && old)
        && TARGET.matcher(request.uri()).lookingAt();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    startClock(context);
    context.fireChannelReadComplete();
  }

  private void startClock(ChannelHandlerContext context) {
    if ((receiving || begun && unanswered == 0) && deadline == null) {
      deadline =
          context.executor().schedule(() -> giveUp(context), timeout.toMillis(), MILLISECONDS);
    }
  }

  private void giveUp(ChannelHandlerContext context) {
    refuse(context, HttpResponseStatus.REQUEST_TIMEOUT, receiving ? 1 : 0);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (refused) {
      ReferenceCountUtil.release(message);
      promise.tryFailure(AbortedException.beforeSend());
      return;
    }
    Object worded = message;
    if (message instanceof HttpResponse response) {
      expectsContinue &= !response.status().equals(HttpResponseStatus.CONTINUE);
      answering = isFinal(response);
      if (message instanceof FullHttpResponse full && isSilentRefusal(full)) {
        worded = worded(full);
      }
    }
    if (message instanceof LastHttpContent && answering) {
      answering = false;
      unanswered = Math.max(0, unanswered - 1);
      startClock(context);
    }
    context.write(worded, promise);
  }

  private static boolean isFinal(HttpResponse response) {
    return response.status().codeClass() != HttpStatusClass.INFORMATIONAL;
  }

  private static boolean isSilentRefusal(FullHttpResponse response) {
    return response.status().code() >= 400 && !response.content().isReadable();
  }

  private FullHttpResponse worded(FullHttpResponse silent) {
    Problem problem = Problem.general(silent.status().code());
    String given = silent.headers().get(Correlation.HEADER);
    String id = given == null ? Correlation.newId() : given;
    byte[] body = words.apply(problem, id);
    var status = HttpResponseStatus.valueOf(problem.getStatusCode().value());
    var worded =
        new DefaultFullHttpResponse(silent.protocolVersion(), status, Unpooled.wrappedBuffer(body));
    ReferenceCountUtil.release(silent);
    worded
        .headers()
        .set(silent.headers())
        .set(Correlation.HEADER, id)
        .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
        .set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
        .set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    return worded;
  }

  /** Whoever still sends gets time to read the answer. */
  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    stopClock();
    if (closing) {
      context.channel().closeFuture().addListener(closed -> promise.trySuccess());
    } else if (receiving || unreadable) {
      closing = true;
      Lingering.close(context, promise);
    } else {
      context.close(promise);
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    stopClock();
  }

  private void stopClock() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }
}
