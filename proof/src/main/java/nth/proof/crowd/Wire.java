package nth.proof.crowd;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.concurrent.Future;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A small HTTP/1.1 client on one thread, with as many connections as there are requests at a time.
 * Everything that uses it lives on that thread, {@link #loop()}.
 */
final class Wire implements AutoCloseable {

  private static final int CONNECT_TIMEOUT_MS = 1000;
  private static final int MAX_BODY_BYTES = 256 * 1024;

  /**
   * @param status 0 if there was no answer
   * @param lack why there was none
   */
  record Reply(int status, byte[] body, Code lack) {
    static Reply none(Code lack) {
      return new Reply(0, new byte[0], lack);
    }
  }

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1,
          task -> {
            Thread thread = new Thread(task, "crowd");
            thread.setDaemon(true);
            return thread;
          },
          NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final Map<URI, Deque<Channel>> idle = new HashMap<>();

  EventLoop loop() {
    return loop;
  }

  /**
   * @param call method and path, as in {@code GET /events}
   * @param headers each ended by CR LF
   * @param then is told exactly once
   */
  void send(
      URI to, String call, String headers, byte[] body, Duration timeout, Consumer<Reply> then) {
    String head =
        call
            + " HTTP/1.1\r\nHost: "
            + to.getAuthority()
            + "\r\n"
            + headers
            + "Content-Length: "
            + body.length
            + "\r\n\r\n";
    Exchange exchange = new Exchange(head, body, then);
    exchange.timer =
        loop.schedule(
            () -> exchange.fail(Code.TIME_OUT), timeout.toMillis(), TimeUnit.MILLISECONDS);
    Channel channel = pooled(to);
    if (channel != null) {
      exchange.begin(channel);
    } else {
      connect(to, exchange);
    }
  }

  private @Nullable Channel pooled(URI to) {
    Deque<Channel> channels = idle.computeIfAbsent(to, address -> new ArrayDeque<>());
    Channel channel = channels.pollLast();
    while (channel != null && !channel.isActive()) {
      channel = channels.pollLast();
    }
    return channel;
  }

  private void connect(URI to, Exchange exchange) {
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(new Pipeline(to))
        .connect(to.getHost(), to.getPort())
        .addListener(
            (io.netty.channel.ChannelFuture connected) -> {
              if (connected.isSuccess()) {
                exchange.begin(connected.channel());
              } else {
                exchange.fail(Code.NO_CONNECTION);
              }
            });
  }

  private final class Pipeline extends ChannelInitializer<SocketChannel> {
    private final URI to;

    Pipeline(URI to) {
      this.to = to;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      channel
          .pipeline()
          .addLast(new HttpResponseDecoder())
          .addLast(new HttpObjectAggregator(MAX_BODY_BYTES))
          .addLast(new Receiver(to));
    }
  }

  /** One connection: an answer belongs to the request that is on it. */
  private final class Receiver extends SimpleChannelInboundHandler<FullHttpResponse> {
    private final URI to;
    private @Nullable Exchange current;

    Receiver(URI to) {
      this.to = to;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
      Exchange answered = current;
      current = null;
      if (answered == null || !HttpUtil.isKeepAlive(response)) {
        context.close();
      } else {
        idle.computeIfAbsent(to, address -> new ArrayDeque<>()).addLast(context.channel());
      }
      if (answered != null) {
        byte[] body = ByteBufUtil.getBytes(response.content());
        answered.end(new Reply(response.status().code(), body, Code.UNEXPECTED));
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (current != null) {
        current.fail(Code.CONNECTION_LOST);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable fault) {
      // A broken connection is an answer here: whoever waits on it is told when it is closed.
      context.close();
    }
  }

  /** One request, until it has its reply. */
  private static final class Exchange {
    private final String head;
    private final byte[] body;
    private final Consumer<Reply> then;
    private @Nullable Future<?> timer;
    private @Nullable Channel channel;
    private boolean over;

    Exchange(String head, byte[] body, Consumer<Reply> then) {
      this.head = head;
      this.body = body;
      this.then = then;
    }

    void begin(Channel on) {
      if (over) {
        on.close();
        return;
      }
      channel = on;
      on.pipeline().get(Receiver.class).current = this;
      ByteBuf request = on.alloc().buffer(head.length() + body.length);
      request.writeCharSequence(head, US_ASCII);
      request.writeBytes(body);
      on.writeAndFlush(request);
    }

    void fail(Code lack) {
      if (channel != null) {
        channel.close();
      }
      end(Reply.none(lack));
    }

    void end(Reply reply) {
      if (over) {
        return;
      }
      over = true;
      if (timer != null) {
        timer.cancel(false);
      }
      then.accept(reply);
    }
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
