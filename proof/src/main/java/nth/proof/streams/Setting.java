package nth.proof.streams;

import java.util.List;

/**
 * How it is tried.
 *
 * @param seed of the pauses between the rounds
 * @param streams open at a time
 * @param rounds that count, for each kind and side, over all laps
 * @param laps in each of which both sides have their turn, in turn as the first
 */
public record Setting(long seed, int streams, int rounds, int laps, List<Kind> kinds) {

  private static final int FEW = 500;
  private static final int DISCARDED = 5;
  private static final int MOST_LOOKS = 40;

  public Setting {
    kinds = List.copyOf(kinds);
  }

  int roundsOfALap() {
    return (rounds + laps - 1) / laps;
  }

  /** Before those: the first streams of a lap meet a process that has had nothing to do. */
  int discardedOfALap() {
    return 1 + roundsOfALap() / DISCARDED;
  }

  /** Of the memory, until nothing is compiled: of few streams it tells little anyway. */
  int looks() {
    return Math.min(MOST_LOOKS, 1 + streams / FEW);
  }

  /** Few enough that what Netty keeps for all of them is not taken for the idle process. */
  int streamsOfWarmUp() {
    return Math.min(FEW, streams);
  }

  int roundsOfWarmUp() {
    return Math.min(3 * DISCARDED, rounds);
  }
}
