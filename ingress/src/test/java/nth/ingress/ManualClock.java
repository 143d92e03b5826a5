package nth.ingress;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/** Stands still until it is moved. */
final class ManualClock implements TimeMeter {

  private long nanos;

  void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Override
  public long currentTimeNanos() {
    return nanos;
  }

  @Override
  public boolean isWallClockBased() {
    return false;
  }
}
