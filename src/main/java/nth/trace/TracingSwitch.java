package nth.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Leaves out all of Boot's tracing unless it is asked for. Boot alone would still make a span of
 * every request, and export none.
 */
final class TracingSwitch implements AutoConfigurationImportFilter, EnvironmentAware {

  static final String KEY = "management.tracing.export.enabled";

  private static final List<String> SWITCHED =
      List.of(
          "org.springframework.boot.micrometer.tracing.",
          "org.springframework.boot.opentelemetry.");

  private boolean on;

  @Override
  public void setEnvironment(Environment environment) {
    on = environment.getProperty(KEY, Boolean.class, false);
  }

  @Override
  public boolean[] match(@Nullable String[] candidates, AutoConfigurationMetadata metadata) {
    boolean[] kept = new boolean[candidates.length];
    for (int i = 0; i < candidates.length; i++) {
      String candidate = candidates[i];
      kept[i] = on || candidate == null || SWITCHED.stream().noneMatch(candidate::startsWith);
    }
    return kept;
  }
}
