package nth.ingress;

import java.time.Duration;
import java.util.function.Supplier;
import nth.contract.Topics;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The producer of the sender's thread, on which alone it is used. Kafka's own, once it was refused
 * for good, fails for ever, whatever is put right at the broker: such a one is spent. It is closed,
 * with all that it holds, before another takes its place, so that the order stays.
 */
final class EntriesProducer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EntriesProducer.class);
  private static final long FIRST_PAUSE_MS = 1_000;
  private static final long LONGEST_PAUSE_MS = 8_000;

  private final Supplier<Producer<byte[], byte[]>> maker;
  private long renewableNanos = System.nanoTime();

  // Seen by the producer's thread too.
  private volatile @Nullable Producer<byte[], byte[]> current;
  private volatile long pauseMs = FIRST_PAUSE_MS;
  private volatile @Nullable Throwable spent;
  private volatile boolean ready;

  EntriesProducer(Supplier<Producer<byte[], byte[]>> maker) {
    this.maker = maker;
    this.current = maker.get();
  }

  /** Whether the broker has been reached, and nothing says since that this is in vain. */
  boolean ready() {
    return ready && spent == null;
  }

  /**
   * The callback runs within this call if the producer did not take the record.
   *
   * @throws RuntimeException if the record was not taken
   */
  void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    Producer<byte[], byte[]> producer = current;
    Throwable why = spent;
    if (producer == null || why != null) {
      throw new IllegalStateException("the producer is being replaced", why);
    }
    try {
      producer.send(
          record,
          (metadata, fault) -> {
            judge(producer, fault);
            callback.onCompletion(metadata, fault);
          });
    } catch (RuntimeException e) {
      spent = e;
      throw e;
    }
  }

  /** What no retry mends may have finished the producer: none of its states is public. */
  private void judge(Producer<byte[], byte[]> from, @Nullable Exception fault) {
    if (fault == null) {
      pauseMs = FIRST_PAUSE_MS;
    } else if (!(fault instanceof RetriableException) && from == current) {
      spent = fault;
    }
  }

  /** Replaces a spent producer, not more often than is good for the broker; else does nothing. */
  void renew() {
    Throwable why = spent;
    if (why == null || System.nanoTime() - renewableNanos < 0) {
      return;
    }
    log.warn("The producer of {} is replaced: {}", Topics.ENTRIES.name(), why.toString());
    ready = false;
    renewableNanos = System.nanoTime() + Duration.ofMillis(pauseMs).toNanos();
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    close();
    try {
      current = maker.get();
      spent = null;
    } catch (RuntimeException e) {
      spent = e;
    }
  }

  /** So that the first entry does not wait for metadata. */
  void warmUp() {
    Producer<byte[], byte[]> producer = current;
    if (ready || producer == null || spent != null) {
      return;
    }
    try {
      producer.partitionsFor(Topics.ENTRIES.name());
      ready = true;
    } catch (RetriableException e) {
      log.debug("No metadata of {} yet", Topics.ENTRIES.name(), e);
    } catch (RuntimeException e) {
      spent = e;
    }
  }

  /** All that it holds is acknowledged or has failed afterwards. */
  @Override
  public void close() {
    Producer<byte[], byte[]> producer = current;
    current = null;
    if (producer != null) {
      producer.close(ProducerOptions.DELIVERY);
    }
  }
}
