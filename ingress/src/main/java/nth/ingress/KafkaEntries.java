package nth.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import nth.contract.Command;
import nth.contract.Partitions;
import nth.contract.Position;
import nth.contract.Topics;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * {@code nth.entries} on a broker. {@code send()} may block, so one thread of its own does it, out
 * of a queue that holds no more than may be in flight.
 */
final class KafkaEntries implements Entries, SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(KafkaEntries.class);
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final Duration LAST = Duration.ofSeconds(4);

  private final Supplier<Producer<byte[], byte[]>> maker;
  private final int partitions;
  private final int maxInFlight;
  private final BrokerTime brokerTime;
  private final Deadline deadline = new Deadline(ProducerOptions.ALL);
  // Who adds to it never waits, not even for a lock.
  private final BlockingQueue<Handover> queue = new LinkedTransferQueue<>();
  private final AtomicInteger inFlight = new AtomicInteger();

  private volatile @Nullable Thread sender;
  private volatile boolean accepting;
  private volatile boolean toldToStop;
  private volatile @Nullable EntriesProducer producer;

  /**
   * @param options as {@link ProducerOptions} gives them
   */
  KafkaEntries(
      Map<String, Object> options, int partitions, int maxInFlight, BrokerTime brokerTime) {
    this(() -> new KafkaProducer<>(options), partitions, maxInFlight, brokerTime);
  }

  KafkaEntries(
      Supplier<Producer<byte[], byte[]>> maker,
      int partitions,
      int maxInFlight,
      BrokerTime brokerTime) {
    this.maker = maker;
    this.partitions = partitions;
    this.maxInFlight = maxInFlight;
    this.brokerTime = brokerTime;
  }

  /**
   * @param outcome completes when the producer holds the record no longer
   */
  private record Handover(
      ProducerRecord<byte[], byte[]> record,
      CompletableFuture<Appended> outcome,
      long acceptedNanos) {}

  @Override
  public CompletableFuture<Appended> append(Command command, Headers headers) {
    ProducerRecord<byte[], byte[]> record = record(command, headers);
    CompletableFuture<Appended> answer = new CompletableFuture<>();
    CompletableFuture<Appended> outcome = new CompletableFuture<>();
    // Counted before it is looked whether we accept: stop() waits for the count to reach zero.
    int now = inFlight.incrementAndGet();
    outcome.whenComplete((appended, fault) -> settle(answer, appended, fault));
    if (!accepting) {
      outcome.completeExceptionally(new Unavailable("not accepting"));
    } else if (now > maxInFlight) {
      outcome.completeExceptionally(new Unavailable("too many in flight"));
    } else {
      deadline.watch(answer);
      queue.add(new Handover(record, outcome, System.nanoTime()));
    }
    return answer;
  }

  private void settle(
      CompletableFuture<Appended> answer, Appended appended, @Nullable Throwable fault) {
    inFlight.decrementAndGet();
    if (fault == null) {
      answer.complete(appended);
    } else {
      answer.completeExceptionally(fault);
    }
  }

  private ProducerRecord<byte[], byte[]> record(Command command, Headers headers) {
    return new ProducerRecord<>(
        Topics.ENTRIES.name(),
        Partitions.of(command.eventId(), partitions),
        command.eventId().value().getBytes(UTF_8),
        Topics.ENTRIES.value().serializer().serialize(Topics.ENTRIES.name(), command),
        headers);
  }

  private void run(EntriesProducer producer) {
    try (producer) {
      while (accepting || inFlight.get() > 0) {
        producer.renew();
        Handover next = queue.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
        if (next != null) {
          handOver(producer, next);
        } else {
          producer.warmUp();
        }
      }
    } catch (InterruptedException e) {
      log.warn("Interrupted while sending");
    } finally {
      accepting = false;
    }
  }

  private void handOver(EntriesProducer producer, Handover next) {
    long handedNanos = System.nanoTime();
    if (handedNanos - next.acceptedNanos() > ProducerOptions.QUEUE.toNanos()) {
      next.outcome().completeExceptionally(new Unavailable("the broker does not keep up"));
      return;
    }
    try {
      producer.send(
          next.record(),
          (metadata, fault) -> {
            if (fault == null) {
              acknowledged(next, metadata, handedNanos);
            } else {
              failed(next, fault);
            }
          });
    } catch (RuntimeException e) {
      // Thrown before the producer took the record.
      next.outcome().completeExceptionally(new Unavailable("not handed over", e));
    }
  }

  private void acknowledged(Handover done, RecordMetadata metadata, long handedNanos) {
    if (!metadata.hasOffset()) {
      // A retry the broker had already taken so long ago that it no longer knows where.
      done.outcome().completeExceptionally(new OutcomeUnknown("in the log, place unknown"));
      return;
    }
    Instant appended = Instant.ofEpochMilli(metadata.timestamp());
    brokerTime.learn(appended, handedNanos, System.nanoTime());
    Position position = new Position(metadata.partition(), metadata.offset());
    done.outcome().complete(new Appended(position, appended));
  }

  /**
   * On our own thread the callback runs within {@code send()}: no metadata or no room, and the
   * producer never took the record. On the producer's thread it was taken, and no fault says that
   * no attempt reached the log.
   */
  private void failed(Handover done, Exception fault) {
    done.outcome()
        .completeExceptionally(
            Thread.currentThread() == sender
                ? new Unavailable("not handed over", fault)
                : new OutcomeUnknown("handed over and not acknowledged", fault));
  }

  /** Commands that are not acknowledged yet. */
  int inFlight() {
    return inFlight.get();
  }

  /** Whether its thread ended untold: nothing but a new start brings it back. */
  boolean broken() {
    return sender != null && !isRunning() && !toldToStop;
  }

  /** Whether the broker has been reached. */
  boolean ready() {
    EntriesProducer now = producer;
    return accepting && now != null && now.ready();
  }

  @Override
  public void start() {
    // Here and not on its thread, so that options that cannot work stop the start.
    EntriesProducer made = new EntriesProducer(maker);
    Thread thread = new Thread(() -> run(made), "ingress-sender");
    producer = made;
    sender = thread;
    accepting = true;
    thread.start();
  }

  /** Accepts nothing more, finishes what it accepted, closes. */
  @Override
  public void stop() {
    toldToStop = true;
    accepting = false;
    Thread thread = sender;
    if (thread == null) {
      return;
    }
    try {
      thread.join(LAST.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      log.warn("Stopped with {} commands not acknowledged", inFlight.get());
      thread.interrupt();
    }
    deadline.close();
  }

  @Override
  public boolean isRunning() {
    Thread thread = sender;
    return thread != null && thread.isAlive();
  }

  /** The producer of a stopped sender is gone. */
  @Override
  public boolean isPauseable() {
    return false;
  }

  /** Stops after the web server, which has finished its requests by then. */
  @Override
  public int getPhase() {
    return IngressConfiguration.BEHIND_THE_WEB_SERVER;
  }
}
