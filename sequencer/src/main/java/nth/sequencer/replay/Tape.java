package nth.sequencer.replay;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** One partition of a topic, from its first record to where it was frozen, in one go. */
interface Tape extends AutoCloseable {

  /** The record that is next, moving behind it; null at the end. */
  @Nullable ConsumerRecord<byte[], byte[]> take();

  @Override
  void close();
}
