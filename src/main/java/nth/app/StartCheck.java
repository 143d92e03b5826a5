package nth.app;

import java.util.List;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Refuses to start, with all reasons at once, before any connection is opened. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    List<String> refusals = refusals(context.getEnvironment());
    if (!refusals.isEmpty()) {
      throw new Misconfigured(refusals);
    }
  }

  static List<String> refusals(Environment environment) {
    return SpringFactoriesLoader.loadFactories(Requirement.class, null).stream()
        .flatMap(requirement -> requirement.refusals(environment).stream())
        .toList();
  }
}
