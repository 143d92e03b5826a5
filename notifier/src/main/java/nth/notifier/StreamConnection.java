package nth.notifier;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollSocketChannelConfig;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.netty.http.server.HttpServerResponse;

/**
 * What lies between a stream and its client, held small: whatever waits there is out of date when a
 * slow client gets to it. On Linux the kernel also says when a client has vanished; without Netty's
 * epoll its stream ends with its lifetime.
 */
final class StreamConnection {

  private static final Logger log = LoggerFactory.getLogger(StreamConnection.class);
  private static final WriteBufferWaterMark WAITING_HERE = new WriteBufferWaterMark(4_096, 8_192);
  private static final long WAITING_IN_THE_KERNEL_BYTES = 8_192;

  private final int patienceMs;
  private final Counter deaf;
  private final HalfOpen halfOpen;

  /**
   * @param patience how long a client may acknowledge nothing
   */
  StreamConnection(Duration patience, MeterRegistry meters) {
    this.patienceMs = (int) patience.toMillis();
    this.deaf = dropped(meters, "deaf");
    this.halfOpen = new HalfOpen(dropped(meters, "half_open"));
    if (System.getProperty("os.name").equals("Linux") && !Epoll.isAvailable()) {
      log.warn(
          "Netty has no epoll here: vanished clients keep their places until their streams end ({})",
          String.valueOf(Epoll.unavailabilityCause()));
    }
  }

  private static Counter dropped(MeterRegistry meters, String reason) {
    return Counter.builder("nth.notifier.streams.dropped")
        .description("Streams whose client took nothing any more, or had vanished")
        .tag("reason", reason)
        .register(meters);
  }

  /** The connection of this answer, made ready for a stream. */
  LiveStream.Line of(ServerHttpResponse response) {
    HttpServerResponse netty = ServerHttpResponseDecorator.getNativeResponse(response);
    Channel[] found = new Channel[1];
    netty.withConnection(connection -> found[0] = connection.channel());
    prepare(found[0]);
    return new ChannelLine(found[0], deaf);
  }

  private void prepare(Channel channel) {
    channel.config().setWriteBufferWaterMark(WAITING_HERE);
    if (channel.config() instanceof EpollSocketChannelConfig config) {
      bound(config);
    }
    halfOpen.watch(channel.pipeline());
  }

  private void bound(EpollSocketChannelConfig config) {
    try {
      config.setTcpNotSentLowAt(WAITING_IN_THE_KERNEL_BYTES);
      config.setTcpUserTimeout(patienceMs);
    } catch (ChannelException gone) {
      // The client has hung up meanwhile, and the stream will end by itself.
    }
  }

  private record ChannelLine(Channel channel, Counter deaf) implements LiveStream.Line {
    @Override
    public boolean hasRoom() {
      return channel.isWritable();
    }

    /** The kernel may say at the same time that the client has vanished; it is counted once. */
    @Override
    public void hangUp() {
      channel.eventLoop().execute(this::hangUpNow);
    }

    private void hangUpNow() {
      if (channel.isActive()) {
        deaf.increment();
        channel.close();
      }
    }
  }
}
