package nth.app;

import java.util.List;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/**
 * What settings must hold together before anything is started. Each part names its own in {@code
 * META-INF/spring.factories}.
 */
public interface Requirement {

  /** The profile in which nothing that is convenient on a laptop passes. */
  String PRODUCTION = "production";

  /** One sentence for each setting that cannot stay as it is. */
  List<String> refusals(Environment environment);

  static boolean inProduction(Environment environment) {
    return environment.acceptsProfiles(Profiles.of(PRODUCTION));
  }
}
