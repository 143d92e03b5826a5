package nth.proof.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One fault and what came of it.
 *
 * @param kind as people call it
 * @param healedAt when what was broken had been put right, not when all had recovered
 * @param wholeAt when all parts were ready and all partitions complete, or null
 * @param timed as {@link Fault#isTimed}
 * @param recovered from the strike to the first committed result of something sent after it, in the
 *     partition where that took longest; null: never, or not timed
 * @param silence the longest stretch, until all was well again, in which nothing was decided
 *     although something waited; of a rolling restart this tells how long the line stood
 * @param endedByThemselves parts that ended unasked meanwhile, with their exit codes
 * @param violations one sentence each
 */
public record Outcome(
    int number,
    String kind,
    String victim,
    Instant struckAt,
    Instant healedAt,
    @Nullable Instant wholeAt,
    boolean timed,
    @Nullable Duration recovered,
    Duration silence,
    List<String> endedByThemselves,
    List<String> violations) {

  public Outcome {
    endedByThemselves = List.copyOf(endedByThemselves);
    violations = List.copyOf(violations);
  }

  @Override
  public String toString() {
    return "%3d %-20s %s: lasted %s, first result after %s, silent %s, whole %s after the heal%s%s"
        .formatted(
            number,
            kind,
            victim,
            seconds(Duration.between(struckAt, healedAt)),
            timed ? seconds(recovered) : "-",
            seconds(silence),
            seconds(wholeAt == null ? null : Duration.between(healedAt, wholeAt)),
            endedByThemselves.isEmpty() ? "" : "; " + String.join(", ", endedByThemselves),
            violations.isEmpty()
                ? ""
                : "\n    VIOLATED " + String.join("\n    VIOLATED ", violations));
  }

  private static String seconds(@Nullable Duration time) {
    return time == null ? "never" : "%.1f s".formatted(time.toMillis() / 1000.0);
  }
}
