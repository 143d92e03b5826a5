package nth.local;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/**
 * The files of {@code deploy/kubernetes}, read so that a field which does not exist is an error.
 */
final class Manifests {

  static final Path FOLDER = Path.of("..", "deploy", "kubernetes");
  static final String LIST = "kustomization.yaml";

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1 Namespace", Namespace.class,
          "v1 ConfigMap", ConfigMap.class,
          "v1 Service", Service.class,
          "apps/v1 Deployment", Deployment.class,
          "apps/v1 StatefulSet", StatefulSet.class,
          "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
          "networking.k8s.io/v1 Ingress", Ingress.class,
          "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class);

  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .annotationIntrospector(new NothingBesides())
          .build();

  private final List<HasMetadata> all = new ArrayList<>();

  Manifests() {
    for (String file : files()) {
      for (Object document : new Yaml().loadAll(text(FOLDER.resolve(file)))) {
        all.add(strictly((Map<?, ?>) document));
      }
    }
  }

  /** The model keeps what it does not know; here that is refused. */
  private static final class NothingBesides extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
      return false;
    }
  }

  static HasMetadata strictly(Map<?, ?> document) {
    String kind = document.get("apiVersion") + " " + document.get("kind");
    if (!KINDS.containsKey(kind)) {
      throw new IllegalArgumentException("nobody knows " + kind);
    }
    return STRICT.convertValue(document, KINDS.get(kind));
  }

  /** Those beside the list. */
  static List<String> files() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(LIST))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<HasMetadata> all() {
    return all;
  }

  <T extends HasMetadata> List<T> all(Class<T> kind) {
    return all.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  <T extends HasMetadata> T one(Class<T> kind, String name) {
    return all(kind).stream()
        .filter(one -> one.getMetadata().getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind.getSimpleName() + " " + name));
  }

  /** What runs. */
  List<Workload> workloads() {
    return Stream.concat(
            all(Deployment.class).stream().map(Workload::of),
            all(StatefulSet.class).stream().map(Workload::of))
        .toList();
  }

  List<Workload> applications() {
    return workloads().stream().filter(Workload::isApplication).toList();
  }

  Workload workload(String name) {
    return workloads().stream().filter(w -> w.name().equals(name)).findFirst().orElseThrow();
  }

  /** What a workload's container is told, where secrets are what their names say. */
  Map<String, String> environment(Workload workload) {
    return workload.environment(
        name -> one(ConfigMap.class, name).getData(), (secret, key) -> secret + "-" + key);
  }
}
