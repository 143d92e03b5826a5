package nth.proof.verdict;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One fault and how the system took it.
 *
 * @param recovered from the strike to the first result committed after it; null: not within the
 *     time that was watched
 * @param longestGap without a 202 while it lasted and healed
 */
public record FaultRecord(
    int number,
    String kind,
    String victim,
    Instant struckAt,
    Instant healedAt,
    @Nullable Duration recovered,
    Duration longestGap) {}
