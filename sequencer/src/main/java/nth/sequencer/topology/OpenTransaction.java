package nth.sequencer.topology;

import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that a partition has not seen the end of; its readers wait before it.
 *
 * @param since the offset of its first record
 */
record OpenTransaction(
    TopicPartition at, long producerId, int epoch, int coordinatorEpoch, long since) {

  static OpenTransaction of(TopicPartition at, ProducerState state) {
    return new OpenTransaction(
        at,
        state.producerId(),
        state.producerEpoch(),
        state.coordinatorEpoch().orElse(0),
        state.currentTransactionStartOffset().orElseThrow());
  }

  AbortTransactionSpec abortion() {
    return new AbortTransactionSpec(at, producerId, (short) epoch, coordinatorEpoch);
  }

  @Override
  public String toString() {
    return "a transaction (producer %d, epoch %d) on %s from offset %d"
        .formatted(producerId, epoch, at, since);
  }
}
