package nth.notifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import nth.contract.CountMode;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.Result;
import nth.contract.Topics;
import nth.contract.fixtures.People;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class AudienceTest {

  @TempDir Path folder;
  private final AtomicInteger faults = new AtomicInteger();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final ResultBoard board = new ResultBoard(1, new Skipped(meters));
  private final NotifierSettings settings = SampleSettings.room(100, 100);
  private final Places places = new Places(settings, meters);
  private final Audience audience =
      new Audience(
          new Teller(board, clock(), Json.strict()),
          InstantSource.system(),
          places,
          settings,
          meters);
  private final AtomicLong commands = new AtomicLong();
  private final List<Story> stories =
      IntStream.range(0, 5).mapToObj(i -> new Story(new EventId("e" + i), 0, commands)).toList();
  private long next;

  /** What a telling asks for; a clock that fails stands for whatever may go wrong with one. */
  private InstantSource clock() {
    return () -> {
      if (faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new IllegalStateException("on purpose");
      }
      return Instant.EPOCH;
    };
  }

  @BeforeEach
  void open() {
    board.open(folder);
    board.takeUp("the-topic", List.of(0L));
    audience.start();
    stories.forEach(story -> takeIn(story.defined(CountMode.LIVE, 9)));
  }

  @AfterEach
  void close() {
    audience.stop();
    audience.close();
    board.close();
  }

  private void takeIn(Result... results) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (Result result : results) {
      byte[] value = Topics.RESULTS.value().serializer().serialize("", result);
      records.add(new ConsumerRecord<>(Topics.RESULTS.name(), 0, next++, null, value));
    }
    audience.hear(board.takeIn(0, records, next));
  }

  private List<String> listenTo(Subject subject) {
    return listenTo(subject, () -> {});
  }

  private List<String> listenTo(Subject subject, Runnable atTheEnd) {
    List<String> heard = new CopyOnWriteArrayList<>();
    audience
        .enter(subject, Optional.empty(), null)
        .chunks(new LiveStreamTest.Phone())
        .concatMap(words -> words)
        .doOnComplete(atTheEnd)
        .subscribe(words -> heard.add(new String(words, UTF_8)));
    return heard;
  }

  private static boolean hasHeard(List<String> words, String what) {
    return words.stream().anyMatch(frame -> frame.contains(what));
  }

  private static void untilAllHeard(List<List<String>> all, String what) {
    Instance.until(() -> all.stream().allMatch(words -> hasHeard(words, what)));
  }

  @Test
  void faultOfOneTelling_costsNobodyTheirNews() {
    List<List<String>> all =
        stories.stream().map(story -> listenTo(new Subject.Promotion(story.eventId()))).toList();
    faults.set(3);

    takeIn(stories.stream().map(story -> story.numbered(People.BOB)).toArray(Result[]::new));

    untilAllHeard(all, "\"entries\":1");
    assertThat(faults).hasValue(0);
  }

  @Test
  void faultOfManyTellings_isLoggedOnce(CapturedOutput output) {
    EventId event = stories.get(0).eventId();
    List<List<String>> all =
        People.crowd(50).stream().map(user -> listenTo(new Subject.Person(event, user))).toList();
    faults.set(40);

    takeIn(stories.get(0).closed());

    untilAllHeard(all, "event: closed");
    assertThat(output).contains("40 news could not be told");
    assertThat(output.getAll().lines().filter(line -> line.contains("on purpose"))).hasSize(1);
  }

  /** An instance that was held up takes in all of it at once; the comeback is answered with 410. */
  @Test
  void numberThatWasDroppedUnheard_endsTheStreamWithoutASayAboutIt() {
    Story story = stories.get(0);
    AtomicBoolean ended = new AtomicBoolean();
    List<String> heard =
        listenTo(new Subject.Person(story.eventId(), People.ALICE), () -> ended.set(true));

    takeIn(story.numbered(People.ALICE), story.closed(), story.retired());

    Instance.until(ended::get);
    assertThat(String.join("", heard)).matches("retry: \\d+\n\n");
  }

  @Test
  void faultAtAClosing_costsNobodyTheEndOfTheirStream() {
    List<List<String>> all =
        stories.stream()
            .map(story -> listenTo(new Subject.Person(story.eventId(), People.ALICE)))
            .toList();
    faults.set(3);

    takeIn(stories.stream().map(Story::closed).toArray(Result[]::new));

    untilAllHeard(all, "event: closed");
    assertThat(faults).hasValue(0);
  }
}
