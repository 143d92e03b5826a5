package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the compose files say, held against each other and against the settings. */
class ComposeFilesTest {

  private static final List<String> APPS = List.of("ingress", "sequencer", "notifier");
  private static final Pattern SETTING = Pattern.compile("\\[(NTH_[A-Z0-9_]+)]");
  private static final String STATE = "/var/lib/nth";

  static List<ComposeFile> combinations() {
    return ITComposeFiles.COMBINATIONS.stream()
        .map(files -> new ComposeFile(ComposeStage.SURROUNDINGS, files.toArray(String[]::new)))
        .toList();
  }

  static Stream<String> ours(ComposeFile compose) {
    return compose.services().keySet().stream().filter(service -> APPS.contains(app(service)));
  }

  static String app(String service) {
    return service.replace("-2", "");
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void onlySettingsThatTheApplicationHas_areSet(ComposeFile compose) {
    ours(compose)
        .forEach(
            service -> {
              Set<String> known = settings(app(service));
              assertThat(compose.environment(service).keySet())
                  .as(service)
                  .filteredOn(name -> name.startsWith("NTH_"))
                  .isSubsetOf(known);
            });
  }

  private static Set<String> settings(String app) {
    Set<String> names = new TreeSet<>(Set.of("NTH_DATA_DIR"));
    for (String file :
        List.of(
            "src/main/resources/nth-shared.yml", app + "/src/main/resources/nth-" + app + ".yml")) {
      SETTING.matcher(read(file)).results().forEach(found -> names.add(found.group(1)));
    }
    names.add("NTH_ADMIN_TOKEN");
    return names;
  }

  @Test
  void whateverIsSaidAboutWebhooks_isPassedOn() {
    Set<String> webhook =
        settings("sequencer").stream()
            .filter(name -> name.startsWith("NTH_WEBHOOK_"))
            .collect(Collectors.toSet());
    Map<String, String> shell = new TreeMap<>(ComposeStage.SURROUNDINGS);
    webhook.forEach(name -> shell.put(name, "said"));

    ComposeFile cluster = new ComposeFile(shell, ComposeFile.CLUSTER);
    for (String service : List.of("sequencer", "sequencer-2")) {
      assertThat(cluster.environment(service))
          .as(service)
          .containsKeys(webhook.toArray(String[]::new));
    }
    assertThat(new ComposeFile(shell).environment("sequencer"))
        .containsKeys(webhook.toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void everythingIsPublishedOnThisMachineOnly_andKafkaAndPostgresNowhere(ComposeFile compose) {
    Set<String> ports = new TreeSet<>();
    compose
        .services()
        .keySet()
        .forEach(
            service ->
                assertThat(compose.list(service, "ports"))
                    .as(service)
                    .allMatch(port -> port.startsWith("127.0.0.1:"))
                    .allMatch(ports::add));
    for (String inner : List.of("kafka", "postgres")) {
      assertThat(compose.list(inner, "ports")).isEmpty();
      assertThat(compose.list(inner, "networks")).containsExactly("back");
    }
    assertThat(compose.networks("gateway")).containsExactly("front");
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void whatMustNotBeLost_hasAVolume_andNoTwoHaveOne(ComposeFile compose) {
    Set<String> used = new TreeSet<>();
    compose
        .services()
        .keySet()
        .forEach(
            service ->
                assertThat(
                        compose.volumes(service).values().stream().filter(v -> !v.startsWith(".")))
                    .as(service)
                    .allMatch(used::add));
    Stream.concat(
            compose.services().keySet().stream().filter(s -> s.matches("kafka.*|postgres")),
            ours(compose).filter(service -> !app(service).equals("ingress")))
        .forEach(
            service ->
                assertThat(compose.volumes(service).keySet())
                    .as(service)
                    .containsAnyOf(STATE, "/var/lib/kafka/data", "/var/lib/postgresql"));
  }

  /** A cluster's topics cannot be made of those of a single broker. */
  @Test
  void cluster_takesNoVolumeOfTheSingleBroker() {
    ComposeFile base = new ComposeFile(ComposeStage.SURROUNDINGS);
    ComposeFile cluster = new ComposeFile(ComposeStage.SURROUNDINGS, ComposeFile.CLUSTER);

    for (String service : List.of("kafka", "postgres", "notifier", "sequencer")) {
      assertThat(cluster.volumes(service).values())
          .doesNotContainAnyElementsOf(base.volumes(service).values());
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void onlyTheGatewayIsBelieved(ComposeFile compose) {
    ours(compose)
        .filter(service -> !app(service).equals("sequencer"))
        .forEach(
            service ->
                assertThat(compose.environment(service))
                    .as(service)
                    .containsEntry("NTH_IDENTITY_TRUSTED_PROXIES", compose.address("gateway")));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void gateway_knowsEveryDoorAndVoice_andNobodyElse(ComposeFile compose) {
    String upstreams = read(compose.volumes("gateway").get("/etc/nginx/nth/upstreams.conf"));
    Set<String> named =
        Pattern.compile("server (\\S+) max_fails=0;")
            .matcher(upstreams)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(named)
        .isEqualTo(
            ours(compose)
                .filter(service -> !app(service).equals("sequencer"))
                .map(s -> compose.address(s) + (app(s).equals("ingress") ? ":8081" : ":8082"))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theSecond_isSetUpLikeTheFirst(ComposeFile compose) {
    ours(compose)
        .filter(service -> service.endsWith("-2"))
        .forEach(
            second -> {
              String first = app(second);
              assertThat(compose.environment(second))
                  .as(second)
                  .isEqualTo(compose.environment(first));
              for (String key :
                  List.of("image", "mem_limit", "stop_grace_period", "ulimits", "depends_on")) {
                assertThat(compose.get(second, key)).as(second).isEqualTo(compose.get(first, key));
              }
              // Two that build one image on a clean machine get in each other's way.
              assertThat(compose.services().get(second)).doesNotContainKey("build");
            });
  }

  /** A broker alone waits in vain for copies that it would have to hold itself. */
  @Test
  @Tag("O-11")
  void singleBroker_asksForOneCopyOfEverything() {
    Map<String, String> set =
        ThreeBrokers.settings(new ComposeFile(ComposeStage.SURROUNDINGS), "kafka");
    assertThat(set)
        .allSatisfy(
            (name, value) -> {
              if (name.matches(".*(replication\\.factor|min\\.isr|min\\.insync\\.replicas)")) {
                assertThat(value).as(name).isEqualTo("1");
              }
            })
        .containsKeys(
            "offsets.topic.replication.factor",
            "transaction.state.log.replication.factor",
            "transaction.state.log.min.isr");
  }

  @Test
  @Tag("O-11")
  void brokersOfTheCluster_areSetToWhatTheirReasonsAreGivenFor() throws IOException {
    Properties shipped = new Properties();
    try (InputStream file =
        Files.newInputStream(
            ComposeFile.ROOT.resolve(
                "proof/src/main/resources/nth/proof/stage/broker.properties"))) {
      shipped.load(file);
    }
    ComposeFile cluster = new ComposeFile(ComposeStage.SURROUNDINGS, ComposeFile.CLUSTER);
    for (String broker : ThreeBrokers.SERVICES) {
      Map<String, String> set = ThreeBrokers.settings(cluster, broker);
      shipped.stringPropertyNames().stream()
          .filter(name -> !name.endsWith("listener.name"))
          .forEach(name -> assertThat(set).containsEntry(name, shipped.getProperty(name)));
    }
  }

  /** What a kept volume knows its broker by: with any other it would not start. */
  @Test
  @Tag("O-73")
  void identitiesThatVolumesRemember_areWrittenOut() {
    ComposeFile base = new ComposeFile(ComposeStage.SURROUNDINGS);
    ComposeFile cluster = new ComposeFile(ComposeStage.SURROUNDINGS, ComposeFile.CLUSTER);

    assertThat(base.environment("kafka"))
        .containsEntry("CLUSTER_ID", "bnRoLWNvbXBvc2UtMDAwMQ")
        .containsEntry("KAFKA_NODE_ID", "1");
    for (int node = 1; node <= ThreeBrokers.SERVICES.size(); node++) {
      assertThat(cluster.environment(ThreeBrokers.SERVICES.get(node - 1)))
          .containsEntry("CLUSTER_ID", "bnRoLWNsdXN0ZXItMDAwMQ")
          .containsEntry("KAFKA_NODE_ID", Integer.toString(node));
    }
  }

  static String read(String file) {
    try {
      return Files.readString(ComposeFile.ROOT.resolve(Path.of(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
