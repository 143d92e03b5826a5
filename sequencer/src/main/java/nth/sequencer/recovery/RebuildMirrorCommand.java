package nth.sequencer.recovery;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nth.contract.Topic;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.sequencer.operator.ExitCodes;
import nth.sequencer.operator.Installation;
import nth.sequencer.operator.OperatorCommand;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Has the mirror read everything again. */
@Command(
    name = "rebuild-mirror",
    description = {
      "Has the audit mirror read nth.winners and nth.promotions from the beginning again.",
      "Rows that are there and right stay as they are; one that differs is an alarm and stays, too."
    })
public final class RebuildMirrorCommand implements OperatorCommand {

  /** Of the mirror. */
  private static final String GROUP = "nth-audit";

  @Spec private CommandSpec spec;

  @Override
  public int run(Installation installation) throws Exception {
    Layout.check(installation);
    Instances.checkNoneIn(GROUP, installation.admin());
    var beginning = beginning(installation.topics());
    installation.admin().alterConsumerGroupOffsets(GROUP, beginning).all().get();
    PrintWriter out = spec.commandLine().getOut();
    out.println("The mirror will read nth.winners and nth.promotions from the beginning.");
    out.println("Start the sequencer; when the lag of the group nth-audit is 0, run the audit.");
    return ExitCodes.HOLDS;
  }

  private static Map<TopicPartition, OffsetAndMetadata> beginning(TopicSettings settings) {
    Map<TopicPartition, OffsetAndMetadata> beginning = new HashMap<>();
    for (Topic<?> topic : List.of(Topics.WINNERS, Topics.PROMOTIONS)) {
      for (int partition = 0; partition < topic.partitions(settings); partition++) {
        beginning.put(new TopicPartition(topic.name(), partition), new OffsetAndMetadata(0));
      }
    }
    return beginning;
  }
}
