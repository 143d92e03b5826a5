package nth.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** In production: what operators ask for is no part of the public door. */
final class ActuatorRequirement implements Requirement {

  private static final String INCLUDED = "management.endpoints.web.exposure.include";
  private static final Set<String> EXPOSED = Set.of("health", "prometheus");

  @Override
  public List<String> refusals(Environment environment) {
    List<String> refusals = new ArrayList<>();
    if (Requirement.inProduction(environment)) {
      if (ManagementPortType.get(environment) == ManagementPortType.SAME) {
        refusals.add("management.server.port must be another than server.port");
      }
      Set<String> included =
          Binder.get(environment).bind(INCLUDED, Bindable.setOf(String.class)).orElse(Set.of());
      if (!EXPOSED.containsAll(included)) {
        refusals.add(INCLUDED + " must name nothing but health and prometheus");
      }
    }
    return refusals;
  }
}
