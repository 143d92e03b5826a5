package nth.proof.verdict;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One fault and how the system took it.
 *
 * @param timed whether its effect began with the strike; else only the silence tells how it was
 *     taken
 * @param recovered from the strike to the first result committed after it; null: not within the
 *     time that was watched, or not timed
 * @param silence the longest stretch in which nothing was decided although something waited
 * @param longestGap without a 202 while it lasted and healed
 */
public record FaultRecord(
    int number,
    String kind,
    String victim,
    Instant struckAt,
    Instant healedAt,
    boolean timed,
    @Nullable Duration recovered,
    Duration silence,
    Duration longestGap) {}
