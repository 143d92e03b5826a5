package nth.proof.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import nth.contract.Topics;
import nth.proof.stage.Cluster;
import nth.proof.stage.Part;
import nth.proof.stage.Role;
import nth.proof.stage.Stage;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;

/**
 * Somebody alters a setting of {@code nth.entries} that would lose entries in time. Until it is put
 * right neither the door nor the line may say that all is well (O-74, O-75); who only reads results
 * may.
 */
final class TopicAltered implements Fault {

  /** Harmful ones that do no harm before they are put right: nothing is deleted so soon. */
  static final List<Map.Entry<String, String>> ALTERATIONS =
      List.of(
          Map.entry("cleanup.policy", "compact"),
          Map.entry("retention.ms", "604800000"),
          Map.entry("min.insync.replicas", "1"));

  private static final ConfigResource ENTRIES =
      new ConfigResource(ConfigResource.Type.TOPIC, Topics.ENTRIES.name());

  private final String name;
  private final String value;
  private final Duration lasts;
  private final List<String> complaints = new ArrayList<>();
  private String before = "";
  private boolean looked;

  /**
   * @param lasts longer than what passes between two looks at the topics
   */
  TopicAltered(Map.Entry<String, String> alteration, Duration lasts) {
    this.name = alteration.getKey();
    this.value = alteration.getValue();
    this.lasts = lasts;
  }

  @Override
  public String victim() {
    return Topics.ENTRIES.name() + " " + name + "=" + value;
  }

  @Override
  public Duration lasts() {
    return lasts;
  }

  /** It is noticed at the next look. */
  @Override
  public boolean isTimed() {
    return false;
  }

  @Override
  public void aim(Stage stage) throws TimeoutException {
    var settings = stage.cluster().admin().describeConfigs(List.of(ENTRIES)).all();
    before = Cluster.get(settings).get(ENTRIES).get(name).value();
  }

  @Override
  public void strike(Stage stage) throws TimeoutException {
    set(stage, value);
  }

  @Override
  public void heal(Stage stage) throws TimeoutException {
    if (!looked) {
      lookAtReadiness(stage);
      looked = true;
    }
    set(stage, before);
  }

  private void lookAtReadiness(Stage stage) {
    Stream.of(Role.SEQUENCER, Role.INGRESS)
        .flatMap(role -> stage.parts(role).stream())
        .filter(Part::isReady)
        .forEach(part -> complaints.add(part + " says it is ready although " + victim()));
  }

  @Override
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  private void set(Stage stage, String to) throws TimeoutException {
    var change = new AlterConfigOp(new ConfigEntry(name, to), AlterConfigOp.OpType.SET);
    Cluster.get(
        stage.cluster().admin().incrementalAlterConfigs(Map.of(ENTRIES, List.of(change))).all());
  }
}
