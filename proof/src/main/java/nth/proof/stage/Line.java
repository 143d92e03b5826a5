package nth.proof.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import nth.contract.Json;
import nth.contract.Topics;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which sequencer numbers what, as the group of sequencers has it. */
public final class Line {

  private static final Logger log = LoggerFactory.getLogger(Line.class);
  private static final String GROUP = "nth-sequencer";
  private static final String ID_FILE = "kafka-streams-process-metadata";

  private final Stage stage;

  private Line(Stage stage) {
    this.stage = stage;
  }

  public static Line of(Stage stage) {
    return new Line(stage);
  }

  /** Empty while the partition is handed over, or nobody can be asked. */
  public Optional<PartId> sequencerOf(int partition) {
    TopicPartition entries = new TopicPartition(Topics.ENTRIES.name(), partition);
    try {
      var group = stage.cluster().admin().describeConsumerGroups(List.of(GROUP)).all();
      return Cluster.get(group).get(GROUP).members().stream()
          .filter(member -> member.assignment().topicPartitions().contains(entries))
          .findFirst()
          .flatMap(this::partOf);
    } catch (KafkaException | TimeoutException e) {
      log.info("The group of sequencers cannot be described: {}", e.toString());
      return Optional.empty();
    }
  }

  /** Streams puts the id that its process keeps with its state into the client's name. */
  private Optional<PartId> partOf(MemberDescription member) {
    return stage.parts(Role.SEQUENCER).stream()
        .filter(part -> processId(part).map(member.clientId()::contains).orElse(false))
        .map(Part::id)
        .findFirst();
  }

  private static Optional<String> processId(Part sequencer) {
    Path file = sequencer.data().resolve("sequencer").resolve(GROUP).resolve(ID_FILE);
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .findFirst()
          .map(json -> Json.tolerant().readTree(json).get("processId").asString());
    } catch (IOException e) {
      log.info("{} cannot be read: {}", file, e.toString());
      return Optional.empty();
    }
  }
}
