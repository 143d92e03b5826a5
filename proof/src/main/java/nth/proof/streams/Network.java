package nth.proof.streams;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The listeners' side: two threads, so that they take little from those they listen to. */
final class Network implements AutoCloseable {

  private static final int LOOPS = 2;
  private static final int CONNECT_TIMEOUT_MS = 10_000;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          LOOPS, new DefaultThreadFactory("listeners", true), handlers());

  private static IoHandlerFactory handlers() {
    return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
  }

  Bootstrap bootstrap() {
    return new Bootstrap()
        .group(group)
        .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
        .option(ChannelOption.TCP_NODELAY, true);
  }

  void later(Runnable task, long ms) {
    group.schedule(task, ms, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
