package nth.ingress;

import java.time.Duration;
import java.util.List;
import nth.app.Requirement;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** In production: no retention that is a matter of a test, or of a mistaken unit. */
final class RetentionRequirement implements Requirement {

  private static final Duration SHORTEST = Duration.ofDays(1);

  @Override
  public List<String> refusals(Environment environment) {
    if (!Requirement.inProduction(environment)) {
      return List.of();
    }
    Duration closed =
        Binder.get(environment).bindOrCreate("nth.retention", RetentionSettings.class).closed();
    return closed == null || closed.compareTo(SHORTEST) >= 0
        ? List.of()
        : List.of(
            "nth.retention.closed must be 1d or more, or not set: a retirement cannot be taken"
                + " back");
  }
}
