package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/** Each application's environment in the compose files, taken in by its own typed settings. */
class ComposeSettingsTest {

  static List<ComposeFile> combinations() {
    return ComposeFilesTest.combinations();
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void everyEnvironment_isTakenByTheTypedSettings(ComposeFile compose) throws Exception {
    for (String service : compose.services().keySet()) {
      String app = service.replace("-2", "");
      if (!List.of("ingress", "notifier", "sequencer").contains(app)) {
        continue;
      }
      Map<String, Object> bound = bound(app, compose.environment(service));
      Map<String, String> said = compose.environment(service);
      assertThat(bound).as(service).hasSizeGreaterThan(3);
      assertThat(bound.get("NthSettings").toString())
          .contains("partitions=" + said.get("NTH_PARTITIONS"))
          .contains("replicationFactor=" + said.getOrDefault("NTH_REPLICATION_FACTOR", "1"))
          .contains("minInsyncReplicas=" + said.getOrDefault("NTH_MIN_INSYNC_REPLICAS", "1"));
      switch (app) {
        case "ingress" ->
            assertThat(bound.get("RateLimitSettings").toString().toLowerCase(Locale.ROOT))
                .contains("store=" + said.getOrDefault("NTH_RATE_LIMIT_STORE", "memory"));
        case "notifier" ->
            assertThat(bound.get("NotifierSettings").toString()).contains("stateDir=/var/lib/nth,");
        default ->
            assertThat(bound.get("SequencerSettings").toString())
                .contains("stateDir=/var/lib/nth,");
      }
    }
  }

  /** By simple name. */
  private static Map<String, Object> bound(String app, Map<String, String> said)
      throws IOException, ClassNotFoundException {
    StandardEnvironment environment = environment(app, said);
    Map<String, Object> bound = new LinkedHashMap<>();
    for (Class<?> type : types(app).toList()) {
      String prefix = type.getAnnotation(ConfigurationProperties.class).value();
      bound.put(
          type.getSimpleName(), Binder.get(environment).bindOrCreate(prefix, Bindable.of(type)));
    }
    return bound;
  }

  private static StandardEnvironment environment(String app, Map<String, String> said)
      throws IOException {
    String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
    StandardEnvironment environment = new StandardEnvironment();
    Map<String, Object> variables = Map.copyOf(said);
    environment
        .getPropertySources()
        .replace(name, new SystemEnvironmentPropertySource(name, variables));
    for (String file : List.of("nth-" + app + ".yml", "nth-shared.yml")) {
      new YamlPropertySourceLoader()
          .load(file, new ClassPathResource(file))
          .forEach(environment.getPropertySources()::addLast);
    }
    ConfigurationPropertySources.attach(environment);
    return environment;
  }

  private static Stream<Class<?>> types(String app) {
    var scanner = new ClassPathScanningCandidateComponentProvider(false);
    scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
    return Stream.of("nth.app", "nth.web", "nth." + app)
        .flatMap(where -> scanner.findCandidateComponents(where).stream())
        .map(BeanDefinition::getBeanClassName)
        .map(name -> ClassUtils.resolveClassName(String.valueOf(name), null));
  }
}
