package nth.local;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * A deployment or a stateful set: pods of one container.
 *
 * @param claims the volumes that each pod gets of its own
 */
record Workload(String name, LabelSelector selector, PodTemplateSpec pods, List<String> claims) {

  private static final String GATEWAY = "nth-gateway";

  static Workload of(Deployment deployment) {
    return new Workload(
        deployment.getMetadata().getName(),
        deployment.getSpec().getSelector(),
        deployment.getSpec().getTemplate(),
        List.of());
  }

  static Workload of(StatefulSet set) {
    return new Workload(
        set.getMetadata().getName(),
        set.getSpec().getSelector(),
        set.getSpec().getTemplate(),
        set.getSpec().getVolumeClaimTemplates().stream()
            .map(claim -> claim.getMetadata().getName())
            .toList());
  }

  boolean isApplication() {
    return !name.equals(GATEWAY);
  }

  /** The module it is made of. */
  String module() {
    return name.substring("nth-".length());
  }

  PodSpec pod() {
    return pods.getSpec();
  }

  Container container() {
    if (pod().getContainers().size() != 1) {
      throw new AssertionError(name + " has not one container");
    }
    return pod().getContainers().get(0);
  }

  /** Empty if it has none of that name. */
  Optional<Integer> port(String called) {
    return container().getPorts().stream()
        .filter(port -> port.getName().equals(called))
        .map(ContainerPort::getContainerPort)
        .findFirst();
  }

  boolean isMeantBy(Map<String, String> labels) {
    return pods.getMetadata().getLabels().entrySet().containsAll(labels.entrySet());
  }

  /** An empty selector means everybody. */
  boolean isMeantBy(LabelSelector by) {
    return isMeantBy(by.getMatchLabels())
        && by.getMatchExpressions().stream().allMatch(this::fulfils);
  }

  private boolean fulfils(LabelSelectorRequirement requirement) {
    if (!requirement.getOperator().equals("In")) {
      throw new AssertionError("nobody taught this test " + requirement.getOperator());
    }
    String label = pods.getMetadata().getLabels().get(requirement.getKey());
    return requirement.getValues().contains(label);
  }

  /**
   * @param maps what a ConfigMap holds
   * @param secrets what stands under a key of a secret
   */
  Map<String, String> environment(
      Function<String, Map<String, String>> maps, BinaryOperator<String> secrets) {
    Map<String, String> environment = new TreeMap<>();
    container()
        .getEnvFrom()
        .forEach(from -> environment.putAll(maps.apply(from.getConfigMapRef().getName())));
    for (EnvVar variable : container().getEnv()) {
      var from = variable.getValueFrom();
      environment.put(
          variable.getName(),
          from == null
              ? variable.getValue()
              : secrets.apply(from.getSecretKeyRef().getName(), from.getSecretKeyRef().getKey()));
    }
    return environment;
  }
}
