package nth.notifier;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import nth.contract.Result;
import nth.contract.Topics;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A board of one partition in a folder of its own, and a promotion to fold onto it. */
abstract class OpenBoard {

  static final String TOPIC_ID = "the-topic";
  static final long FAR = 1_000;

  @TempDir Path folder;
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final Story story = new Story(Samples.EVENT, 0, new AtomicLong());
  final Subject.Person alice = new Subject.Person(Samples.EVENT, People.ALICE);
  final Subject.Person bob = new Subject.Person(Samples.EVENT, People.BOB);
  ResultBoard board;

  @BeforeEach
  void open() {
    board = board();
    board.takeUp(TOPIC_ID, List.of(FAR));
  }

  ResultBoard board() {
    ResultBoard made = new ResultBoard(1, new Skipped(meters));
    made.open(folder);
    return made;
  }

  @AfterEach
  void close() {
    board.close();
  }

  Changes takeIn(long from, Result... results) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      byte[] value = Topics.RESULTS.value().serializer().serialize("", results[i]);
      records.add(new ConsumerRecord<>(Topics.RESULTS.name(), 0, from + i, null, value));
    }
    return board.takeIn(0, records, from + results.length);
  }

  Standing standing() {
    return board.standing(Samples.EVENT).orElseThrow();
  }
}
