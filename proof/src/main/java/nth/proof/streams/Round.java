package nth.proof.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One piece of news, and when each listener has heard it. */
final class Round {

  private final long after;
  private final long[] heardAtNanos;
  private final boolean[] heard;
  private final CountDownLatch missing;
  private volatile @Nullable String words;

  /**
   * @param after the news has a higher id
   */
  Round(int listeners, long after) {
    this.after = after;
    this.heardAtNanos = new long[listeners];
    this.heard = new boolean[listeners];
    this.missing = new CountDownLatch(listeners);
  }

  /** The first frame that says something, whatever it is. */
  static Round first(int listeners) {
    return new Round(listeners, FrameReader.NO_ID - 1);
  }

  /** Called by the thread of that listener only. */
  void hear(int listener, long id, ByteBuf frame, long nowNanos) {
    if (id <= after || heard[listener]) {
      return;
    }
    heard[listener] = true;
    heardAtNanos[listener] = nowNanos;
    if (words == null) {
      words = frame.toString(UTF_8);
    }
    missing.countDown();
  }

  boolean isHeardBy(int listener) {
    return heard[listener];
  }

  boolean await(Duration limit) throws InterruptedException {
    return missing.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  long missing() {
    return missing.getCount();
  }

  /** Of a round that all have heard. */
  long[] heardAtNanos() {
    return heardAtNanos;
  }

  /** What one of them heard. */
  String words() {
    String known = words;
    if (known == null) {
      throw new IllegalStateException("Nobody has heard it.");
    }
    return known;
  }
}
