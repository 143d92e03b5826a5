package nth.contract;

import static java.util.Objects.requireNonNull;

/** Who took which target. */
public record PlacedWinner(Seq seq, UserId userId) {
  public PlacedWinner {
    requireNonNull(seq, "seq");
    requireNonNull(userId, "user_id");
  }
}
