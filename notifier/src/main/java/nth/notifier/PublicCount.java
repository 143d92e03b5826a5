package nth.notifier;

import java.util.List;
import nth.contract.Definition;
import nth.contract.Seq;
import org.jspecify.annotations.Nullable;

/** How much of the running count everybody may see: an exact one tells bots when to press. */
final class PublicCount {

  private PublicCount() {}

  /**
   * @return null where the count is not told
   */
  static @Nullable Long of(Standing standing) {
    Definition definition = standing.view().definition();
    long entries = standing.entries();
    if (standing.isClosed()) {
      return entries;
    }
    return switch (definition.count()) {
      case LIVE -> entries;
      case COARSE -> coarse(definition.targets(), entries);
      case HIDDEN -> null;
    };
  }

  /** Stands still from 90 % of the next target until that target falls. */
  private static long coarse(List<Seq> targets, long entries) {
    long fallen = 0;
    for (Seq target : targets) {
      if (target.value() > entries) {
        long frozen = Math.max(fallen, target.value() * 9 / 10);
        return Math.min(entries, frozen);
      }
      fallen = target.value();
    }
    return entries;
  }
}
