package nth.sequencer.replay;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * How far the mirror has read. It commits an offset once the row is written, so that what lies
 * before it has to be in the tables.
 *
 * @param next offsets by partition; a partition that is not here is read from its beginning
 */
record MirrorPositions(Map<TopicPartition, Long> next) {

  private static final String GROUP = "nth-audit";

  MirrorPositions {
    next = Map.copyOf(next);
  }

  static MirrorPositions read(Admin admin) {
    try {
      Map<TopicPartition, Long> next = new HashMap<>();
      admin
          .listConsumerGroupOffsets(GROUP)
          .partitionsToOffsetAndMetadata()
          .get()
          .forEach((at, committed) -> put(next, at, committed == null ? null : committed.offset()));
      return new MirrorPositions(next);
    } catch (ExecutionException e) {
      throw new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private static void put(
      Map<TopicPartition, Long> next, TopicPartition at, @Nullable Long offset) {
    if (offset != null) {
      next.put(at, offset);
    }
  }

  boolean neverRan() {
    return next.isEmpty();
  }

  /** Whether the mirror works but has not come to that record. */
  boolean isBefore(Expected.@Nullable Place place) {
    return !neverRan() && place != null && next.getOrDefault(place.at(), 0L) <= place.offset();
  }
}
