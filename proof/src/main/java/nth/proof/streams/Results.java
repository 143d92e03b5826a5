package nth.proof.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import nth.contract.CloseCause;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Origin;
import nth.contract.Position;
import nth.contract.RefusalReason;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Seq;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.proof.stage.StageException;
import nth.proof.stage.Studio;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes {@code nth.results} as the sequencer does: in transactions. */
final class Results implements AutoCloseable {

  private static final int PARTITION = 0;
  private static final String SUBMIT_ENTRY = "submit_entry";

  private final Producer<byte[], byte[]> producer;
  private long commands;
  private long lastOffset = -1;

  /** Makes the topics as well. */
  Results(Studio studio) throws InterruptedException {
    try {
      Topics.create(studio.cluster().admin(), Studio.TOPICS);
    } catch (ExecutionException e) {
      throw new StageException("The topics cannot be created: " + e.getCause());
    }
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                studio.bootstrapServers(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "proof-streams"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
  }

  /** Of the newest result. */
  long lastOffset() {
    return lastOffset;
  }

  /** A promotion that nobody will win; returns when it was committed. */
  long define(EventId event) {
    Origin origin = origin(event);
    List<Seq> targets = List.of(new Seq(Definition.MAX_TARGET));
    Definition definition = new Definition(targets, origin.decidedAt(), null, true, CountMode.LIVE);
    return commit(List.of(new Result.PromotionDefined(origin, definition)));
  }

  long number(EventId event, UserId user, long seq) {
    Origin origin = origin(event);
    return commit(
        List.of(
            new Result.EntryNumbered(
                origin, user, new Seq(seq), false, origin.decidedAt(), false)));
  }

  /** One refusal for each of so many people, in one transaction. */
  long refuse(EventId event, int people) {
    return commit(
        IntStream.range(0, people)
            .<Result>mapToObj(
                person ->
                    new Result.Refused(
                        origin(event), SUBMIT_ENTRY, person(person), RefusalReason.NOT_STARTED))
            .toList());
  }

  long close(EventId event, long entries) {
    return commit(
        List.of(new Result.PromotionClosed(origin(event), CloseCause.MANUAL, entries, List.of())));
  }

  static UserId person(int number) {
    return new UserId("person-" + number);
  }

  /** Returns the moment at which the broker has said that it is committed. */
  private long commit(List<Result> results) {
    try {
      producer.beginTransaction();
      List<Future<RecordMetadata>> sent =
          results.stream().map(result -> producer.send(recordOf(result))).toList();
      producer.commitTransaction();
      long committed = System.nanoTime();
      lastOffset = sent.get(sent.size() - 1).get().offset();
      return committed;
    } catch (KafkaException | ExecutionException e) {
      throw new StageException("Results cannot be written: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StageException("Interrupted while results were written.", e);
    }
  }

  private static ProducerRecord<byte[], byte[]> recordOf(Result result) {
    return new ProducerRecord<>(
        Topics.RESULTS.name(),
        PARTITION,
        result.origin().eventId().value().getBytes(UTF_8),
        Topics.RESULTS.value().serializer().serialize(Topics.RESULTS.name(), result),
        Headers.of(result));
  }

  private Origin origin(EventId event) {
    Position position = new Position(PARTITION, commands++);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    RequestId request = new RequestId(UUID.randomUUID().toString());
    return new Origin(event, request, now, position, now, position);
  }

  @Override
  public void close() {
    producer.close();
  }
}
