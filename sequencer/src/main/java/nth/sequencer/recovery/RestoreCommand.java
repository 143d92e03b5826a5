package nth.sequencer.recovery;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.sequencer.operator.CannotGoOn;
import nth.sequencer.operator.ExitCodes;
import nth.sequencer.operator.Installation;
import nth.sequencer.operator.OperatorCommand;
import nth.sequencer.topology.Changelogs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Brings a copy of the log into a cluster that has nothing. */
@Command(
    name = "restore",
    description = {
      "Brings a copy of nth.entries into an empty cluster: every record at its offset, with its",
      "append time. Then the sequencer decides everything again, and the same.",
      "Stop every sequencer and every ingress first."
    })
public final class RestoreCommand implements OperatorCommand {

  private static final String TIME = "message.timestamp.type";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PAUSE_MS = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = "--from",
      paramLabel = "FOLDER",
      required = true,
      description = "Where \"copy\" has put the copy.")
  private Path folder;

  @Override
  public int run(Installation installation) throws Exception {
    Admin admin = installation.admin();
    TopicSettings settings = installation.topics();
    var copy = new Copy(folder);
    check(copy, settings);
    Topics.create(admin, settings);
    Layout.awaitAndCheck(installation);
    checkNothingIsThere(admin);
    // Until all of it is there, the time of the topic is wrong and nothing would begin with it.
    stampedBy(admin, "CreateTime");
    try (var appender = new Appender(installation.producer())) {
      for (int partition = 0; partition < settings.partitions(); partition++) {
        restore(copy, partition, appender);
      }
    }
    stampedBy(admin, "LogAppendTime");
    PrintWriter out = spec.commandLine().getOut();
    out.println("The log is back. Start the sequencer with NTH_SEQUENCER_ACCEPT_CREATE_TIME=true.");
    return ExitCodes.HOLDS;
  }

  private void check(Copy copy, TopicSettings settings) throws Exception {
    Copy.About about =
        copy.about().orElseThrow(() -> new CannotGoOn("There is no copy in %s.".formatted(folder)));
    if (about.partitions() != settings.partitions()) {
      throw new CannotGoOn(
          "The copy has %d partitions: set NTH_PARTITIONS=%d everywhere."
              .formatted(about.partitions(), about.partitions()));
    }
    for (int partition = 0; partition < settings.partitions(); partition++) {
      copy.pieces(partition);
    }
  }

  /** Neither the topics of nth nor those of its state. */
  private static void checkNothingIsThere(Admin admin)
      throws ExecutionException, InterruptedException {
    List<String> names = new ArrayList<>(admin.listTopics().names().get());
    names.removeIf(
        name ->
            !Changelogs.NAMES.contains(name)
                && Topics.ALL.stream().noneMatch(topic -> topic.name().equals(name)));
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    admin
        .describeTopics(names)
        .allTopicNames()
        .get()
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(
                        at ->
                            ends.put(
                                new TopicPartition(name, at.partition()), OffsetSpec.latest())));
    var found = admin.listOffsets(ends).all().get();
    for (TopicPartition at : ends.keySet()) {
      if (found.get(at).offset() > 0) {
        throw new CannotGoOn(
            "%s is not empty: a copy is only restored where nothing is. Delete the topics of nth"
                    .formatted(at)
                + " first if they are beyond help.");
      }
    }
  }

  private void restore(Copy copy, int partition, Appender appender) throws Exception {
    List<Copy.Piece> pieces = copy.pieces(partition);
    for (Copy.Piece piece : pieces) {
      Copy.read(
          piece,
          record ->
              appender.appendAt(
                  new ProducerRecord<>(
                      Topics.ENTRIES.name(),
                      partition,
                      record.time(),
                      record.key(),
                      record.value(),
                      record.headers()),
                  record.offset()));
    }
    appender.finish();
    long records = pieces.isEmpty() ? 0 : pieces.get(pieces.size() - 1).last() + 1;
    spec.commandLine().getOut().printf("nth.entries-%d: %d records restored%n", partition, records);
  }

  /** Returns when the topic says so itself. */
  private static void stampedBy(Admin admin, String who)
      throws ExecutionException, InterruptedException {
    var topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.ENTRIES.name());
    var change = new AlterConfigOp(new ConfigEntry(TIME, who), AlterConfigOp.OpType.SET);
    admin.incrementalAlterConfigs(Map.of(topic, List.of(change))).all().get();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!who.equals(
        admin.describeConfigs(List.of(topic)).all().get().get(topic).get(TIME).value())) {
      if (System.nanoTime() > deadline) {
        throw new CannotGoOn("The broker does not take %s=%s for nth.entries".formatted(TIME, who));
      }
      Thread.sleep(PAUSE_MS);
    }
  }
}
