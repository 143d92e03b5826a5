package nth.proof.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyTest {

  private static final long MS = 1_000_000;

  private final Latency latency = new Latency();

  @Test
  void percentiles_areThoseOfAllListeners() {
    latency.add(5 * MS, LongStream.rangeClosed(1, 1000).map(ms -> (5 + ms) * MS).toArray());

    assertThat(latency.percentileMs(50)).isCloseTo(500, within(1.0));
    assertThat(latency.percentileMs(99)).isCloseTo(990, within(1.0));
    assertThat(latency.maxMs()).isCloseTo(1000, within(1.0));
    assertThat(latency.count()).isEqualTo(1000);
  }

  @Test
  void fromFirst_leavesOutWhatAllWaitedFor() {
    latency.addFromFirst(new long[] {900 * MS, 910 * MS, 930 * MS});

    assertThat(latency.percentileMs(1)).isZero();
    assertThat(latency.maxMs()).isCloseTo(30, within(0.1));
  }

  @Test
  void whoHeardItBeforeItWasSaid_heardItAtOnce() {
    latency.add(100 * MS, new long[] {99 * MS, 101 * MS});

    assertThat(latency.percentileMs(50)).isZero();
    assertThat(latency.maxMs()).isCloseTo(1, within(0.1));
  }
}
