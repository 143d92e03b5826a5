package nth.notifier;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import nth.contract.CountMode;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * A client that keeps its connection and reads nothing from it, among many that read. Each test has
 * an instance of its own, one after the other: one that ends takes the event loops of this process
 * with it.
 */
@ExtendWith(OutputCaptureExtension.class)
class ITSlowClient extends OpenLog {

  private static final int CROWD = 500;
  private static final int FEW = 20;

  /** They make frames long, so that the buffers on the way are soon full. */
  private static final int WINNERS = 100;

  private static final int EVENTS = 50;
  private static final int AT_A_TIME = 5;
  private static final int SMALLEST_BUFFER_BYTES = 1_024;

  private final Story story = log.story();

  private static double dropped(Instance instance) {
    return instance
        .bean(MeterRegistry.class)
        .get("nth.notifier.streams.dropped")
        .counters()
        .stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  private Instance instance(String stallLimit) {
    log.commit(story.defined(CountMode.LIVE, LongStream.rangeClosed(1, WINNERS).toArray()));
    log.commit(People.crowd(WINNERS).stream().map(story::numbered).toArray(Result[]::new));
    Instance instance =
        Instance.ready(log, Instance.freshFolder(), "--nth.notifier.stall-limit=" + stallLimit);
    Instance.until(() -> instance.promotion(story.eventId()).status() == 200);
    return instance;
  }

  private List<Listener> normal(int count, Instance instance) {
    List<Listener> all =
        IntStream.range(0, count).mapToObj(i -> instance.listen(story.eventId())).toList();
    Instance.until(() -> OpenInstance.openStreams(instance) == count + 1);
    return all;
  }

  // O-33: seen by order, it skips some of what all others have heard, while it has its place.
  @Test
  void slowOne_holdsUpNobody_andSkipsWhatIsOvertaken() throws IOException {
    try (Instance instance = instance("1h");
        Socket slow = instance.rawStream(story.eventId(), SMALLEST_BUFFER_BYTES)) {
      List<Listener> normal = normal(CROWD, instance);
      for (int i = 0; i < EVENTS; i++) {
        log.commit(story.numbered(late()));
        if (story.last() % AT_A_TIME == 0) {
          normal.forEach(listener -> Instance.until(() -> entries(listener) == story.last()));
        }
      }
      assertThat(OpenInstance.openStreams(instance)).isEqualTo(CROWD + 1);
      normal.forEach(Listener::close);

      slow.setSoTimeout((int) Instance.LIMIT.toMillis());
      String heard = readUntil("\"entries\":" + story.last() + ',', slow);
      assertThat(heard.split("\nid: ")).hasSizeLessThan(EVENTS / AT_A_TIME);
    }
  }

  private UserId late() {
    return new UserId("late-" + story.next().offset());
  }

  private static String readUntil(String words, Socket socket) throws IOException {
    StringBuilder heard = new StringBuilder();
    byte[] buffer = new byte[SMALLEST_BUFFER_BYTES];
    while (heard.indexOf(words) < 0) {
      int read = socket.getInputStream().read(buffer);
      assertThat(read).as("after %s", heard).isPositive();
      heard.append(new String(buffer, 0, read, US_ASCII));
    }
    return heard.toString();
  }

  // O-32, O-33
  @Test
  void slowOne_losesItsPlace_andIsRightWhenItComesBack(CapturedOutput output) throws IOException {
    try (Instance instance = instance("2s")) {
      Socket slow = instance.rawStream(story.eventId(), SMALLEST_BUFFER_BYTES);
      List<Listener> normal = normal(FEW, instance);
      Instance.until(
          () -> {
            log.commit(story.numbered(late()));
            return OpenInstance.openStreams(instance) == FEW;
          });
      long last = story.last();
      normal.forEach(listener -> Instance.until(() -> entries(listener) == last));

      assertThat(dropped(instance)).isEqualTo(1);
      normal.forEach(listener -> assertThat(listener.isOver()).isFalse());
      try (Listener back = instance.listen(story.eventId()).untilHeard(1)) {
        assertThat(entries(back)).isEqualTo(last);
      }
      normal.forEach(Listener::close);
      slow.close();
      Instance.until(() -> OpenInstance.openStreams(instance) == 0);
      assertThat(output.getAll()).doesNotContain("ERROR").doesNotContain("Exception");
    }
  }

  private static int entries(Listener listener) {
    return listener.heard().isEmpty() ? -1 : listener.last().data().get("entries").asInt();
  }
}
