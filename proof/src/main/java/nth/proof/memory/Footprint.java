package nth.proof.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.proof.stage.Cluster;
import nth.proof.stage.Part;
import nth.proof.stage.Solo;
import nth.proof.stage.StageException;
import org.apache.kafka.clients.admin.ReplicaInfo;

/**
 * What is on disks in the end.
 *
 * @param bytes by topic, of one copy, and by application
 */
record Footprint(Map<String, Long> bytes) {

  Footprint {
    bytes = new TreeMap<>(bytes);
  }

  static Footprint of(Solo solo) {
    Map<String, Long> bytes = new TreeMap<>(topics(solo));
    for (Part application : solo.applications()) {
      if (Files.exists(application.data())) {
        bytes.put("folder of " + application, size(application.data()));
      }
    }
    return new Footprint(bytes);
  }

  private static Map<String, Long> topics(Solo solo) {
    try {
      var brokers =
          Cluster.get(solo.cluster().admin().describeLogDirs(List.of(1)).allDescriptions());
      return brokers.get(1).values().stream()
          .flatMap(folder -> folder.replicaInfos().entrySet().stream())
          .filter(copy -> copy.getKey().topic().startsWith("nth"))
          .collect(
              Collectors.groupingBy(
                  copy -> copy.getKey().topic(), Collectors.summingLong(Footprint::size)));
    } catch (TimeoutException e) {
      throw new StageException("The broker does not tell the size of its logs.", e);
    }
  }

  private static long size(Map.Entry<?, ReplicaInfo> copy) {
    return copy.getValue().size();
  }

  private static long size(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(Footprint::length).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** RocksDB deletes files while they are counted. */
  private static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException gone) {
      return 0;
    }
  }

  List<String> lines(long people) {
    return bytes.entrySet().stream()
        .filter(part -> part.getValue() >= people)
        .map(
            part ->
                "%-36s %8.1f MiB %7d bytes per person"
                    .formatted(
                        part.getKey(),
                        part.getValue() / (double) (1L << 20),
                        part.getValue() / Math.max(1, people)))
        .toList();
  }
}
