package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import nth.contract.Command;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.RequestId;
import nth.contract.Seq;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.contract.UserId;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides made-up entries that nobody sees, on Kafka's test driver and in a folder of its own: an
 * instance that stands by has never decided anything, and would begin to compile its code when it
 * takes the line over, in the middle of a rush.
 */
public final class Rehearsal implements Runnable {

  private static final Logger log = LoggerFactory.getLogger(Rehearsal.class);
  // A JVM compiles what was called a few hundred times.
  static final int PEOPLE = 504;
  private static final int NUMBERED = PEOPLE / 8 * 7;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final EventId EVENT = new EventId("rehearsal");

  private final Path stateDir;

  /**
   * @param stateDir of the line, which must be this process's own by now; the rehearsal has a
   *     folder in it for as long as it lasts
   */
  public Rehearsal(Path stateDir) {
    this.stateDir = stateDir;
  }

  /** Does no harm if it fails; the line is slower at first then. */
  @Override
  public void run() {
    Path folder = stateDir.resolve("rehearsal");
    try {
      Utils.delete(folder.toFile()); // What one that was killed has left.
      try {
        decideIn(Files.createDirectories(folder));
      } finally {
        Utils.delete(folder.toFile());
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      log.warn("The line could not be rehearsed and may be slow at first: {}", e.toString());
    }
  }

  /** Returns how many answers there were. */
  static long decideIn(Path folder) {
    var topology = SequencerTopology.of(new EmptyLog(), Rehearsal::changelogs, 1);
    try (var driver = new TopologyTestDriver(topology, settings(folder))) {
      var entries =
          driver.createInputTopic(
              Topics.ENTRIES.name(), new ByteArraySerializer(), new ByteArraySerializer());
      pipe(entries, definition());
      for (int person = 0; person < PEOPLE && !Thread.currentThread().isInterrupted(); person++) {
        pipe(entries, entry(person));
      }
      return driver
          .createOutputTopic(
              Topics.RESULTS.name(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
          .getQueueSize();
    }
  }

  private static Properties settings(Path folder) {
    return StreamsSettings.of(
        Map.of("bootstrap.servers", "127.0.0.1:1"), // Never called.
        new TopicSettings(1, 1, 1),
        folder,
        new LineTimeouts(TIMEOUT, TIMEOUT));
  }

  private static DefinePromotion definition() {
    List<Seq> targets = List.of(new Seq(1), new Seq(PEOPLE / 2), new Seq(NUMBERED));
    Definition definition = new Definition(targets, null, null, true, CountMode.LIVE);
    return new DefinePromotion(EVENT, new RequestId("define"), Instant.EPOCH, definition);
  }

  /** Every eighth has been there before. */
  private static SubmitEntry entry(int person) {
    UserId user = new UserId("person-" + (person % 8 == 7 ? person - 1 : person));
    return new SubmitEntry(EVENT, user, new RequestId("request-" + person), Instant.EPOCH);
  }

  private static void pipe(TestInputTopic<byte[], byte[]> entries, Command command) {
    byte[] key = command.eventId().value().getBytes(UTF_8);
    byte[] value = Json.strict().writeValueAsBytes(command);
    entries.pipeInput(new TestRecord<>(key, value, Headers.of(command), Instant.EPOCH));
  }

  private static List<Uuid> changelogs() {
    return Changelogs.NAMES.stream().map(name -> Uuid.ONE_UUID).toList();
  }

  private static final class EmptyLog implements EntriesLog {

    @Override
    public Facts facts(int partition) {
      return new Facts(Uuid.ONE_UUID, 1, 0, Long.MAX_VALUE);
    }

    @Override
    public boolean hasHistory(int partition) {
      return false;
    }

    @Override
    public boolean holdsRecord(int partition, long from, long to) {
      return false;
    }
  }
}
