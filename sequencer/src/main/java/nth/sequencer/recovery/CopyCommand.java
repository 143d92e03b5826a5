package nth.sequencer.recovery;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import nth.contract.PartitionReader;
import nth.contract.Topics;
import nth.sequencer.operator.CannotGoOn;
import nth.sequencer.operator.ExitCodes;
import nth.sequencer.operator.Installation;
import nth.sequencer.operator.OperatorCommand;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Copies the log out of Kafka. */
@Command(
    name = "copy",
    description = {
      "Copies nth.entries to a folder, going on where the last copy ended; the line may run.",
      "Everything else follows from it: \"restore\" brings it back into an empty cluster."
    })
public final class CopyCommand implements OperatorCommand {

  @Spec private CommandSpec spec;

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      required = true,
      description = "Where the copy is, or is to be; on another disk than the brokers'.")
  private Path folder;

  @Override
  public int run(Installation installation) throws Exception {
    var copy = new Copy(folder);
    int partitions = installation.topics().partitions();
    // Whatever else is wrong: a copy may be the way out.
    TopicDescription topic = topic(installation);
    checkNothingBeyond(partitions, topic, installation);
    try {
      CopyLock lock = CopyLock.in(folder);
      try (lock) {
        begin(copy, topic.topicId(), partitions);
        for (int partition = 0; partition < partitions; partition++) {
          copy(installation, copy, partition);
        }
      }
    } catch (IOException e) {
      throw new CannotGoOn("%s cannot be used: %s".formatted(folder, e), e);
    }
    return ExitCodes.HOLDS;
  }

  private static TopicDescription topic(Installation installation)
      throws ExecutionException, InterruptedException {
    String name = Topics.ENTRIES.name();
    try {
      return installation.admin().describeTopics(List.of(name)).topicNameValues().get(name).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new CannotGoOn(name + " does not exist: there is nothing to copy.", e);
      }
      throw e;
    }
  }

  private static void checkNothingBeyond(
      int partitions, TopicDescription topic, Installation installation) {
    var settings = PartitionReader.settings(installation.consumer());
    for (int partition = partitions; partition < topic.partitions().size(); partition++) {
      var at = new TopicPartition(topic.name(), partition);
      try (var reader = new PartitionReader(settings, at, 0, Long.MAX_VALUE)) {
        if (reader.hasNext()) {
          throw new CannotGoOn(
              "%s holds records although NTH_PARTITIONS is %d.".formatted(at, partitions));
        }
      }
    }
  }

  private void begin(Copy copy, Uuid topicId, int partitions) throws IOException {
    var about = copy.about();
    if (about.isEmpty()) {
      copy.begin(topicId, partitions);
    } else if (!about.get().topicId().equals(topicId.toString())) {
      throw new CannotGoOn(
          "%s holds a copy of another nth.entries: begin a new one in another folder."
              .formatted(folder));
    }
  }

  private void copy(Installation installation, Copy copy, int partition) throws Exception {
    var at = new TopicPartition(Topics.ENTRIES.name(), partition);
    List<Copy.Piece> pieces = copy.pieces(partition);
    long next = pieces.isEmpty() ? 0 : pieces.get(pieces.size() - 1).last() + 1;
    var settings = PartitionReader.settings(installation.consumer());
    try (var reader = new PartitionReader(settings, at, Math.max(0, next - 1), Long.MAX_VALUE)) {
      if (!pieces.isEmpty()) {
        CopiedRecord last = CopySeam.last(pieces.get(pieces.size() - 1));
        CopySeam.check(partition, last, records(reader));
      }
      long end = reader.hasNext() ? copy.add(partition, next, records(reader)).last() + 1 : next;
      spec.commandLine()
          .getOut()
          .printf("nth.entries-%d: %d records copied, %d in all%n", partition, end - next, end);
    }
  }

  private static Copy.Records records(PartitionReader reader) {
    return new Copy.Records() {
      @Override
      public boolean hasNext() {
        return reader.hasNext();
      }

      @Override
      public CopiedRecord next() {
        return CopiedRecord.of(reader.next());
      }
    };
  }
}
