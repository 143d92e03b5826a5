package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.fixtures.Tools;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.yaml.snakeyaml.Yaml;

/** The compose files, read by docker-compose itself, which needs no engine for that. */
class ITComposeFiles {

  /** What is laid over docker-compose.yml. */
  static final List<List<String>> COMBINATIONS =
      List.of(
          List.of(),
          List.of(ComposeFile.DEMO),
          List.of(ComposeFile.CLUSTER),
          List.of(ComposeFile.WATCH),
          List.of(ComposeFile.CLUSTER, ComposeFile.WATCH, ComposeFile.DEMO));

  @TempDir Path folder;

  @ParameterizedTest
  @FieldSource("COMBINATIONS")
  void isValid_andMeansWhatTheOtherTestsTakeItToMean(List<String> overrides) throws IOException {
    Map<String, Map<String, Object>> services = config(overrides);
    ComposeFile ours = new ComposeFile(ComposeStage.SURROUNDINGS, overrides.toArray(String[]::new));

    assertThat(services.keySet()).isEqualTo(ours.services().keySet());
    services.forEach(
        (name, service) -> {
          assertThat(environment(service)).as(name).isEqualTo(ours.environment(name));
          assertThat(mounted(service)).as(name).isEqualTo(mounted(ours, name));
        });
  }

  @SuppressWarnings("unchecked")
  private Map<String, Map<String, Object>> config(List<String> overrides) throws IOException {
    Tools.require("docker-compose");
    List<String> command = new ArrayList<>(List.of("docker-compose"));
    Stream.concat(Stream.of(ComposeFile.BASE), overrides.stream())
        .forEach(file -> command.addAll(List.of("-f", file)));
    command.add("config");
    Path said = folder.resolve("said");
    Path complaints = folder.resolve("complaints");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(ComposeFile.ROOT.toFile())
            .redirectOutput(said.toFile())
            .redirectError(complaints.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("NTH_"));
    builder.environment().putAll(ComposeStage.SURROUNDINGS);
    int status = builder.start().onExit().join().exitValue();
    assertThat(status).as(Files.readString(complaints)).isZero();
    Map<String, Object> whole = new Yaml().load(Files.readString(said));
    return (Map<String, Map<String, Object>>) whole.get("services");
  }

  private static Map<String, String> environment(Map<String, Object> service) {
    Map<String, String> environment = new TreeMap<>();
    ((Map<?, ?>) service.getOrDefault("environment", Map.of()))
        .forEach(
            (name, value) -> {
              if (value != null) {
                environment.put(name.toString(), value.toString());
              }
            });
    return environment;
  }

  private static Map<String, String> mounted(Map<String, Object> service) {
    return ((List<?>) service.getOrDefault("volumes", List.of()))
        .stream()
            .map(volume -> volume.toString().split(":"))
            .collect(
                Collectors.toMap(parts -> parts[1], parts -> parts[0], (a, b) -> b, TreeMap::new));
  }

  private static Map<String, String> mounted(ComposeFile compose, String service) {
    Map<String, String> volumes = new TreeMap<>(compose.volumes(service));
    volumes.replaceAll(
        (target, source) ->
            source.startsWith(".")
                ? ComposeFile.ROOT.resolve(source).toAbsolutePath().normalize().toString()
                : source);
    return volumes;
  }
}
