package nth.contract;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an organiser decides about a promotion.
 *
 * @param targets the numbers that win: 1 to 100, strictly rising, each at most {@link #MAX_TARGET}
 * @param opensAt null: at once, that is at the log time of the command
 * @param closesAt null: only by hand or when won
 * @param closeWhenWon whether the last target closes the promotion
 * @throws IllegalArgumentException if a rule above is broken, or a time is finer than a millisecond
 */
public record Definition(
    List<Seq> targets,
    @Nullable Instant opensAt,
    @Nullable Instant closesAt,
    boolean closeWhenWon,
    CountMode count) {

  public static final int MAX_TARGETS = 100;
  public static final long MAX_TARGET = 1_000_000_000;

  public Definition {
    targets = List.copyOf(targets);
    requireNonNull(count, "count");
    checkTargets(targets);
    Instants.check(opensAt, "opens_at");
    Instants.check(closesAt, "closes_at");
  }

  private static void checkTargets(List<Seq> targets) {
    if (targets.isEmpty() || targets.size() > MAX_TARGETS) {
      throw new IllegalArgumentException("targets must be 1 to " + MAX_TARGETS + " numbers");
    }
    for (int i = 1; i < targets.size(); i++) {
      if (targets.get(i).compareTo(targets.get(i - 1)) <= 0) {
        throw new IllegalArgumentException("targets must rise strictly");
      }
    }
    if (targets.get(targets.size() - 1).value() > MAX_TARGET) {
      throw new IllegalArgumentException("a target must be at most " + MAX_TARGET);
    }
  }

  public boolean isTarget(Seq seq) {
    return targets.contains(seq);
  }

  public Seq lastTarget() {
    return targets.get(targets.size() - 1);
  }

  public Definition openingAt(Instant resolved) {
    return new Definition(targets, resolved, closesAt, closeWhenWon, count);
  }
}
