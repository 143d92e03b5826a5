package nth.notifier;

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
 * A client that keeps its connection and reads nothing from it, among many that read. Alone in its
 * class: an instance that ends takes the event loops of this process with it.
 */
@ExtendWith(OutputCaptureExtension.class)
class ITSlowClient {

  private static final int NORMAL = 500;
  private static final int EVENTS = 50;
  private static final int SMALLEST_BUFFER_BYTES = 1_024;

  private static double dropped(Instance instance) {
    return instance
        .bean(MeterRegistry.class)
        .get("nth.notifier.streams.dropped")
        .counters()
        .stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  // O-32, O-33
  @Test
  void slowOne_holdsUpNobody_losesItsPlace_andIsRightWhenItComesBack(CapturedOutput output)
      throws IOException {
    try (ResultLog log = new ResultLog(1);
        Instance instance =
            Instance.ready(log, Instance.freshFolder(), "--nth.notifier.stall-limit=2s")) {
      Story story = log.story();
      log.commit(story.defined(CountMode.LIVE, LongStream.rangeClosed(1, 100).toArray()));
      Instance.until(() -> instance.promotion(story.eventId()).status() == 200);
      Socket slow = instance.rawStream(story.eventId(), SMALLEST_BUFFER_BYTES);
      List<Listener> normal =
          IntStream.range(0, NORMAL).mapToObj(i -> instance.listen(story.eventId())).toList();
      Instance.until(() -> OpenInstance.openStreams(instance) == NORMAL + 1);

      log.commit(People.crowd(EVENTS).stream().map(story::numbered).toArray(Result[]::new));
      Instance.until(
          () -> {
            log.commit(story.numbered(new UserId("late-" + story.next().offset())));
            return OpenInstance.openStreams(instance) == NORMAL;
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
