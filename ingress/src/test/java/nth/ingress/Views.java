package nth.ingress;

import java.time.Instant;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.fixtures.Samples;
import org.jspecify.annotations.Nullable;

/** Sample promotions as {@code nth.promotions} shows them. */
final class Views {

  private static final Position START = new Position(0, 0);

  private Views() {}

  static PromotionView open(EventId event) {
    return defined(event, Instant.EPOCH, null, START);
  }

  static PromotionView defined(
      EventId event, Instant opensAt, @Nullable Instant closesAt, Position position) {
    var definition =
        new Definition(Samples.targets(1000), opensAt, closesAt, true, CountMode.COARSE);
    return new PromotionView(
        event,
        definition,
        opensAt,
        PromotionView.Phase.DEFINED,
        List.of(),
        position,
        null,
        null,
        null,
        null,
        null);
  }

  static PromotionView closed(EventId event, Position position) {
    PromotionView open = open(event);
    return new PromotionView(
        event,
        open.definition(),
        open.opensAt(),
        PromotionView.Phase.CLOSED,
        List.of(),
        position,
        Instant.EPOCH.plusSeconds(1),
        CloseCause.MANUAL,
        7L,
        null,
        null);
  }
}
