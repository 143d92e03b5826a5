package nth.proof.streams;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import nth.proof.stage.StageException;

/** Many listeners, each with a connection of its own, who all come at once. */
final class Ears implements AutoCloseable {

  private static final Duration OPEN_LIMIT = Duration.ofSeconds(120);
  private static final Duration ROUND_LIMIT = Duration.ofSeconds(60);
  private static final Duration END_LIMIT = Duration.ofSeconds(60);
  private static final int SHORTEST_PAUSE_MS = 200;
  private static final int LONGEST_PAUSE_MS = 1000;

  /** Half of what the product allows to one client network by default. */
  private static final int OF_ONE_NETWORK = 1000;

  private final Network network;
  private final Voice voice;
  private final int listeners;
  private final Round opening;
  private final CountDownLatch staying;
  private final AtomicReferenceArray<Channel> channels;
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private volatile Round round;
  private volatile boolean patient = true;

  /**
   * How their coming went.
   *
   * @param took until all had their first frame
   * @param refused answers other than 200; whoever got one came again
   * @param failed connections that broke, or were not made, before the first frame
   */
  record Opening(Duration took, int refused, int failed) {}

  Ears(Network network, Voice voice, int listeners) {
    this.network = network;
    this.voice = voice;
    this.listeners = listeners;
    this.opening = Round.first(listeners);
    this.round = opening;
    this.staying = new CountDownLatch(listeners);
    this.channels = new AtomicReferenceArray<>(listeners);
  }

  /** Returns when all of them listen. */
  Opening open() throws InterruptedException {
    long begin = System.nanoTime();
    for (int listener = 0; listener < listeners; listener++) {
      come(listener);
    }
    boolean all = opening.await(OPEN_LIMIT);
    patient = false;
    if (!all) {
      throw new StageException(
          "%d of %d streams of %s did not open within %d s: %d answers other than 200, %d broken connections."
              .formatted(
                  opening.missing(),
                  listeners,
                  voice.side(),
                  OPEN_LIMIT.toSeconds(),
                  refused.get(),
                  failed.get()));
    }
    long took = Latency.last(opening.heardAtNanos()) - begin;
    return new Opening(Duration.ofNanos(took), refused.get(), failed.get());
  }

  /** What is told next has a higher id than this. */
  Round expect(long after) {
    Round next = new Round(listeners, after);
    round = next;
    return next;
  }

  /** Returns when all have heard it. */
  void awaitHeard(Round told) throws InterruptedException {
    if (!told.await(ROUND_LIMIT)) {
      throw new StageException(
          "%d of %d streams of %s did not hear the news within %d s; %d of them had ended."
              .formatted(
                  told.missing(),
                  listeners,
                  voice.side(),
                  ROUND_LIMIT.toSeconds(),
                  listeners - staying.getCount()));
    }
  }

  /** Returns when the other side has ended every stream. */
  void awaitEnd() throws InterruptedException {
    if (!staying.await(END_LIMIT.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new StageException(
          "%d streams of %s did not end within %d s."
              .formatted(staying.getCount(), voice.side(), END_LIMIT.toSeconds()));
    }
  }

  /** How many the other side has ended, or were cut. */
  long ended() {
    return listeners - staying.getCount();
  }

  /** All of them go. */
  @Override
  public void close() {
    patient = false;
    for (int listener = 0; listener < listeners; listener++) {
      Channel channel = channels.get(listener);
      if (channel != null) {
        channel.close();
      }
    }
  }

  String request(int listener) {
    return voice.request(listener);
  }

  void hear(int listener, long id, ByteBuf words) {
    round.hear(listener, id, words, System.nanoTime());
  }

  void gone(int listener, boolean wasRefused) {
    if (opening.isHeardBy(listener)) {
      staying.countDown();
      return;
    }
    (wasRefused ? refused : failed).incrementAndGet();
    if (patient) {
      int pause = ThreadLocalRandom.current().nextInt(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS);
      network.later(() -> come(listener), pause);
    }
  }

  private void come(int listener) {
    ChannelFuture connected = bootstrap(listener).connect();
    channels.set(listener, connected.channel());
    connected.addListener(
        done -> {
          if (!done.isSuccess()) {
            gone(listener, false);
          }
        });
  }

  private Bootstrap bootstrap(int listener) {
    Ears all = this;
    return network
        .bootstrap()
        .localAddress(new InetSocketAddress("127.0.1." + (1 + listener / OF_ONE_NETWORK), 0))
        .remoteAddress(voice.address().getHost(), voice.address().getPort())
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(new HttpResponseDecoder(), new Ear(listener, all));
              }
            });
  }
}
