package nth.sequencer.recovery;

import java.util.Optional;
import nth.contract.PartitionReader;
import nth.contract.Topics;
import nth.sequencer.operator.Installation;
import org.apache.kafka.common.TopicPartition;

/** Reads {@code nth.dead-letters}. */
final class Letters {

  private static final TopicPartition PLACE = new TopicPartition(Topics.DEAD_LETTERS.name(), 0);

  private Letters() {}

  /** The committed ones from an offset on. */
  static PartitionReader from(Installation installation, long offset) {
    var settings = PartitionReader.settings(installation.consumer());
    return new PartitionReader(settings, PLACE, offset, Long.MAX_VALUE);
  }

  static Optional<Letter> at(Installation installation, long offset) {
    try (PartitionReader letters = from(installation, offset)) {
      return letters.hasNext() && letters.peek().offset() == offset
          ? Optional.of(new Letter(letters.next()))
          : Optional.empty();
    }
  }
}
