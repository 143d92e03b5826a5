package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Who gets through to whom by the policies of {@code deploy/kubernetes}, as a cluster reads them.
 */
class NetworkPoliciesTest {

  private static final Pattern ADDRESS = Pattern.compile("([a-z]+)\\.([a-z]+)\\.svc(:(\\d+))?");
  private static final int REDIS = 6379;

  private final Manifests manifests = new Manifests();

  @Test
  void whoIsNotNamed_getsNowhere() {
    assertThat(manifests.all(NetworkPolicy.class))
        .filteredOn(policy -> policy.getSpec().getPodSelector().equals(new LabelSelector()))
        .filteredOn(policy -> policy.getSpec().getIngress().isEmpty())
        .filteredOn(policy -> policy.getSpec().getEgress().isEmpty())
        .extracting(policy -> Set.copyOf(policy.getSpec().getPolicyTypes()))
        .containsExactly(Set.of("Ingress", "Egress"));
  }

  /** A cluster reads nothing as everybody, and as every port. */
  @Test
  void everyRuleNamesWhoAndWhere() {
    for (NetworkPolicy policy : manifests.all(NetworkPolicy.class)) {
      String name = policy.getMetadata().getName();
      for (var rule : policy.getSpec().getIngress()) {
        assertThat(rule.getFrom()).as(name).isNotEmpty();
        assertThat(rule.getPorts()).as(name).isNotEmpty();
      }
      for (var rule : policy.getSpec().getEgress()) {
        assertThat(rule.getTo()).as(name).isNotEmpty();
        assertThat(rule.getPorts()).as(name).isNotEmpty();
      }
    }
  }

  /** Each line: who, port, from whom. */
  @Test
  void nobodyIsReachedButLikeThis() {
    Set<String> ways = new TreeSet<>();
    for (Workload to : manifests.workloads()) {
      for (NetworkPolicy policy : of(to)) {
        for (var rule : policy.getSpec().getIngress()) {
          for (NetworkPolicyPort port : rule.getPorts()) {
            rule.getFrom()
                .forEach(peer -> ways.add(to.name() + ":" + number(to, port) + peer(peer)));
          }
        }
      }
    }
    assertThat(ways)
        .containsExactlyInAnyOrder(
            "nth-gateway:8080 from namespace ingress-controller",
            "nth-ingress:8081 from nth-gateway",
            "nth-notifier:8082 from nth-gateway",
            "nth-ingress:9081 from namespace monitoring",
            "nth-notifier:9082 from namespace monitoring",
            "nth-sequencer:9083 from namespace monitoring");
  }

  @Test
  void everyPartReachesWhatItNeeds_andNamesCanBeAskedFor() {
    for (Workload app : manifests.applications()) {
      Map<String, String> environment = manifests.environment(app);
      for (String address : environment.values()) {
        var found = ADDRESS.matcher(address);
        while (found.find()) {
          int port = found.group(4) == null ? REDIS : Integer.parseInt(found.group(4));
          assertThat(goingOut(app)).contains("namespace " + found.group(2) + ":" + port);
        }
      }
    }
    assertThat(goingOut(manifests.workload("nth-gateway")))
        .contains("nth-ingress:8081", "nth-notifier:8082");
    assertThat(manifests.workloads())
        .allMatch(workload -> goingOut(workload).contains("namespace kube-system:53"));
  }

  @Test
  void onlyTheLineReachesTheDatabase_andOnlyTheDoorRedis() {
    assertThat(manifests.workloads())
        .filteredOn(workload -> goingOut(workload).contains("namespace postgres:5432"))
        .extracting(Workload::name)
        .containsExactly("nth-sequencer");
    assertThat(manifests.workloads())
        .filteredOn(workload -> goingOut(workload).contains("namespace redis:6379"))
        .extracting(Workload::name)
        .containsExactly("nth-ingress");
  }

  private Set<String> goingOut(Workload from) {
    Set<String> ways = new TreeSet<>();
    for (NetworkPolicy policy : of(from)) {
      for (var rule : policy.getSpec().getEgress()) {
        for (NetworkPolicyPort port : rule.getPorts()) {
          rule.getTo()
              .forEach(
                  peer ->
                      ways.add(
                          peer(peer).replace(" from ", "") + ":" + port.getPort().getIntVal()));
        }
      }
    }
    return ways;
  }

  private List<NetworkPolicy> of(Workload workload) {
    return manifests.all(NetworkPolicy.class).stream()
        .filter(policy -> workload.isMeantBy(policy.getSpec().getPodSelector()))
        .toList();
  }

  private static int number(Workload to, NetworkPolicyPort port) {
    String name = port.getPort().getStrVal();
    // A port without that name is not opened.
    return name == null ? port.getPort().getIntVal() : to.port(name).orElse(0);
  }

  private String peer(NetworkPolicyPeer peer) {
    if (peer.getIpBlock() != null) {
      return " from " + peer.getIpBlock().getCidr();
    }
    if (peer.getNamespaceSelector() != null) {
      assertThat(peer.getPodSelector()).isNull();
      return " from namespace "
          + peer.getNamespaceSelector().getMatchLabels().get("kubernetes.io/metadata.name");
    }
    return " from "
        + manifests.workloads().stream()
            .filter(workload -> workload.isMeantBy(peer.getPodSelector()))
            .map(Workload::name)
            .collect(Collectors.joining(","));
  }
}
