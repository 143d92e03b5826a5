package nth.proof.stage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.Uuid;

/** The nodes of a cluster, each a run of this very program with another command. */
final class Brokers {

  private final StageOptions options;
  private final String clusterId = Uuid.randomUuid().toString();

  Brokers(StageOptions options) {
    this.options = options;
  }

  /**
   * @param settings of this one, a file
   */
  Program program(Path settings, Path folder) {
    List<String> jvm = new ArrayList<>(List.of("-Xmx384m", "-XX:+UseSerialGC"));
    if (!options.compileFully()) {
      jvm.add("-XX:TieredStopAtLevel=1");
    }
    List<String> command = List.of("broker", "--cluster-id", clusterId, settings.toString());
    return ThisProgram.with(jvm, command, folder);
  }
}
