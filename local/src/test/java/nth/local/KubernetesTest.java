package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Whether the parts of {@code deploy/kubernetes} fit together, and fit what they run. */
class KubernetesTest {

  private static final Pattern SECRET_LOOKING = Pattern.compile("PASSWORD|TOKEN|JAAS|SECRET");

  /** What {@code Line.CLOSING} allows Streams. */
  private static final long STREAMS_CLOSE_S = 20;

  private final Manifests manifests = new Manifests();

  @Test
  void listNamesEveryFileBesideIt_andNothingElse() {
    Map<String, Object> list =
        new Yaml().load(Manifests.text(Manifests.FOLDER.resolve(Manifests.LIST)));
    assertThat(list.keySet()).containsExactlyInAnyOrder("apiVersion", "kind", "resources");
    assertThat(list.get("resources"))
        .asInstanceOf(InstanceOfAssertFactories.list(String.class))
        .containsExactlyInAnyOrderElementsOf(Manifests.files());
  }

  @Test
  void fieldThatDoesNotExist_isRefused() {
    Map<String, Object> document =
        new Yaml()
            .load("{apiVersion: apps/v1, kind: Deployment, spec: {template: {spec: {nodes: 1}}}}");
    assertThatThrownBy(() -> Manifests.strictly(document)).hasMessageContaining("nodes");
  }

  @Test
  void everythingHasANameOfItsOwn_inTheNamespaceThatIsMade() {
    String namespace = manifests.all(Namespace.class).get(0).getMetadata().getName();
    assertThat(manifests.all())
        .filteredOn(one -> !(one instanceof Namespace))
        .allMatch(one -> one.getMetadata().getNamespace().equals(namespace));
    assertThat(manifests.all())
        .extracting(one -> one.getKind() + " " + one.getMetadata().getName())
        .doesNotHaveDuplicates();
  }

  @Test
  void selectorsMeanOneWorkload_itsOwnAndNoOther() {
    for (Workload workload : manifests.workloads()) {
      assertThat(meant(workload.selector().getMatchLabels())).containsExactly(workload);
      assertThat(workload.pod().getTopologySpreadConstraints())
          .isNotEmpty()
          .extracting(TopologySpreadConstraint::getLabelSelector)
          .containsOnly(workload.selector());
    }
    for (PodDisruptionBudget budget : manifests.all(PodDisruptionBudget.class)) {
      assertThat(meant(budget.getSpec().getSelector().getMatchLabels()))
          .extracting(Workload::name)
          .containsExactly(budget.getMetadata().getName());
    }
    // While the broker is away nobody is ready, and its machine has to be mended.
    assertThat(manifests.all(PodDisruptionBudget.class))
        .hasSameSizeAs(manifests.workloads())
        .allMatch(budget -> budget.getSpec().getUnhealthyPodEvictionPolicy().equals("AlwaysAllow"));
  }

  @Test
  void servicesLeadToAPortThatIsThere() {
    for (Service service : manifests.all(Service.class)) {
      List<Workload> behind = meant(service.getSpec().getSelector());
      assertThat(behind).hasSize(1);
      for (ServicePort port : service.getSpec().getPorts()) {
        assertThat(behind.get(0).port(port.getTargetPort().getStrVal())).isPresent();
      }
    }
    StatefulSet sequencer = manifests.one(StatefulSet.class, "nth-sequencer");
    Service heads = manifests.one(Service.class, sequencer.getSpec().getServiceName());
    assertThat(heads.getSpec().getClusterIP()).isEqualTo("None");
  }

  @Test
  void publicRoute_leadsToTheGatewayAlone() {
    var rules = manifests.one(Ingress.class, "nth").getSpec().getRules();
    var backends =
        rules.stream()
            .flatMap(rule -> rule.getHttp().getPaths().stream())
            .map(path -> path.getBackend().getService())
            .toList();
    assertThat(backends).hasSize(1);
    Service gateway = manifests.one(Service.class, backends.get(0).getName());
    assertThat(gateway.getMetadata().getName()).isEqualTo("nth-gateway");
    assertThat(gateway.getSpec().getPorts())
        .extracting(ServicePort::getName)
        .contains(backends.get(0).getPort().getName());
  }

  @Test
  void twoOfEach_andUpdatesTakeNobodyAwayFirst() {
    for (Deployment deployment : manifests.all(Deployment.class)) {
      assertThat(deployment.getSpec().getReplicas()).isEqualTo(2);
      var update = deployment.getSpec().getStrategy().getRollingUpdate();
      assertThat(update.getMaxUnavailable().getIntVal()).isZero();
    }
    var sequencer = manifests.one(StatefulSet.class, "nth-sequencer").getSpec();
    assertThat(sequencer.getReplicas()).isEqualTo(2);
    assertThat(sequencer.getPodManagementPolicy()).isEqualTo("Parallel");
    assertThat(sequencer.getMinReadySeconds()).isPositive();
  }

  @Test
  void probesAskForHealth_onThePortsThatProductionHas() {
    for (Workload app : manifests.applications()) {
      AppSettings settings = new AppSettings(app.module());
      assertThat(app.port("management")).contains(settings.managementPort());
      if (!app.module().equals("sequencer")) {
        assertThat(app.port("http")).contains(settings.serverPort());
      }
      var container = app.container();
      assertAsks(container.getStartupProbe(), "liveness");
      assertAsks(container.getLivenessProbe(), "liveness");
      assertAsks(container.getReadinessProbe(), "readiness");
      // Long enough for a machine that is busy, short of the 3 s that everything else gives up
      // after.
      assertThat(container.getLivenessProbe().getTimeoutSeconds()).isGreaterThan(3);
    }
  }

  private static void assertAsks(Probe probe, String group) {
    assertThat(probe.getHttpGet().getPath()).isEqualTo("/actuator/health/" + group);
    assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("management");
  }

  /** A phase that stops requests and one that is not done in time, and what Streams may take. */
  @Test
  void gracePeriodsAreLongerThanAStopTakes() {
    for (Workload app : manifests.applications()) {
      Duration phase = new AppSettings(app.module()).shutdownPhase();
      assertThat(app.pod().getTerminationGracePeriodSeconds())
          .isGreaterThan(pause(app) + 2 * phase.toSeconds() + STREAMS_CLOSE_S - 1);
    }
    Workload gateway = manifests.workload("nth-gateway");
    var cut =
        Pattern.compile("worker_shutdown_timeout (\\d+)s;").matcher(gatewayFile("nginx.conf"));
    assertThat(cut.find()).isTrue();
    assertThat(gateway.pod().getTerminationGracePeriodSeconds())
        .isGreaterThan(pause(gateway) + Long.parseLong(cut.group(1)));
  }

  private static long pause(Workload workload) {
    var lifecycle = workload.container().getLifecycle();
    return lifecycle == null
        ? 0
        : Long.parseLong(lifecycle.getPreStop().getExec().getCommand().get(1));
  }

  @Test
  void podsMayDoNoMoreThanTheyMust() {
    for (Workload workload : manifests.workloads()) {
      var pod = workload.pod();
      assertThat(pod.getAutomountServiceAccountToken()).isFalse();
      // A service's name would make settings: NTH_INGRESS_PORT and others.
      assertThat(pod.getEnableServiceLinks()).isFalse();
      assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
      assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
      assertThat(pod.getSecurityContext().getSeccompProfile().getType())
          .isEqualTo("RuntimeDefault");
      var container = workload.container();
      var security = container.getSecurityContext();
      assertThat(security.getAllowPrivilegeEscalation()).isFalse();
      assertThat(security.getReadOnlyRootFilesystem()).isTrue();
      assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
      assertThat(container.getResources().getLimits()).containsOnlyKeys("memory");
      assertThat(container.getResources().getRequests()).containsOnlyKeys("cpu", "memory");
    }
    assertThat(manifests.applications())
        .extracting(app -> "USER " + app.pod().getSecurityContext().getRunAsUser())
        .allMatch(Manifests.text(Path.of("..", "Dockerfile"))::contains);
  }

  @Test
  void whatIsMounted_isThere_andWhereStateLies_canBeWritten() {
    for (Workload workload : manifests.workloads()) {
      Set<String> volumes =
          Stream.concat(
                  workload.pod().getVolumes().stream().map(Volume::getName),
                  workload.claims().stream())
              .collect(Collectors.toCollection(TreeSet::new));
      List<VolumeMount> mounts = workload.container().getVolumeMounts();
      assertThat(mounts.stream().map(VolumeMount::getName).collect(Collectors.toSet()))
          .isEqualTo(volumes);
      workload.pod().getVolumes().stream()
          .filter(volume -> volume.getConfigMap() != null)
          .forEach(v -> manifests.one(ConfigMap.class, v.getConfigMap().getName()));
      manifests.environment(workload).entrySet().stream()
          .filter(variable -> variable.getKey().endsWith("_DIR"))
          .forEach(
              variable ->
                  assertThat(mounts)
                      .filteredOn(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
                      .anyMatch(mount -> variable.getValue().startsWith(mount.getMountPath())));
    }
    assertThat(manifests.workload("nth-sequencer").claims()).containsExactly("state");
  }

  @Test
  void secretsAreNamed_andSaidToBeMade_andNoneIsHere() {
    String list = Manifests.text(Manifests.FOLDER.resolve(Manifests.LIST));
    Set<String> named = new TreeSet<>();
    for (Workload workload : manifests.workloads()) {
      workload.pod().getVolumes().stream()
          .filter(volume -> volume.getSecret() != null)
          .forEach(volume -> named.add(volume.getSecret().getSecretName()));
      workload
          .environment(
              name -> manifests.one(ConfigMap.class, name).getData(),
              (secret, key) -> {
                named.add(secret);
                assertThat(list)
                    .containsPattern(" generic %s .*--from-file=%s\\b".formatted(secret, key));
                return "(secret)";
              })
          .forEach(
              (name, value) -> {
                if (SECRET_LOOKING.matcher(name).find()) {
                  assertThat(value).as(name).isEqualTo("(secret)");
                }
              });
    }
    manifests
        .one(Ingress.class, "nth")
        .getSpec()
        .getTls()
        .forEach(tls -> named.add(tls.getSecretName()));
    assertThat(named).allMatch(secret -> list.contains(" " + secret + " ")).hasSize(8);
  }

  @Test
  void everySettingOfOursHasANameThatIsDocumented() {
    String documented =
        Stream.of("ingress", "sequencer", "notifier")
            .map(AppSettings::new)
            .map(AppSettings::documents)
            .collect(Collectors.joining());
    for (Workload app : manifests.applications()) {
      assertThat(manifests.environment(app).keySet())
          .filteredOn(name -> name.startsWith("NTH_"))
          .allMatch(name -> documented.contains("[" + name + "]"));
    }
  }

  @Test
  void gatewayFindsTheApplications_andTheClientBehindItsController() {
    String upstreams = gatewayFile("upstreams.conf");
    for (String app : List.of("ingress", "notifier")) {
      Service service = manifests.one(Service.class, "nth-" + app);
      Integer port = service.getSpec().getPorts().get(0).getPort();
      assertThat(upstreams)
          .containsPattern(
              "upstream %s \\{\\s+server nth-%s:%d max_fails=0;".formatted(app, app, port));
      // Where the gateway's own address comes from, its client's comes from as well.
      String range =
          manifests
              .environment(manifests.workload("nth-" + app))
              .get("NTH_IDENTITY_TRUSTED_PROXIES");
      assertThat(upstreams).contains("set_real_ip_from " + range + ";");
    }
  }

  private String gatewayFile(String name) {
    return manifests.one(ConfigMap.class, "nth-gateway").getData().get(name);
  }

  private List<Workload> meant(Map<String, String> labels) {
    return manifests.workloads().stream().filter(w -> w.isMeantBy(labels)).toList();
  }
}
