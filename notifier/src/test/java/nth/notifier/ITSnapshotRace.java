package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.Semaphore;
import nth.contract.CountMode;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;

/** A result that lands between subscribing and the snapshot is heard by everybody. */
@Tag("O-21")
class ITSnapshotRace {

  private static final int CLIENTS = 50;
  private static final Hold HOLD = new Hold();
  private static ResultLog log;
  private static Instance instance;

  /** Keeps two streams of three from its snapshot until the results are committed. */
  private static final class Hold implements StreamController.BeforeSnapshot {
    private final Semaphore passes = new Semaphore(0);
    private volatile boolean on;

    @Override
    public void happen() {
      if (on) {
        passes.acquireUninterruptibly();
      }
    }
  }

  @BeforeAll
  static void start() {
    log = new ResultLog(1);
    instance =
        Instance.start(
                log,
                Instance.freshFolder(),
                context -> context.registerBean(StreamController.BeforeSnapshot.class, () -> HOLD))
            .untilReady();
  }

  @AfterAll
  static void stop() {
    instance.close();
    log.close();
  }

  @RepeatedTest(4)
  void everyClient_endsOnItsOwnNumber() {
    Story story = log.story();
    long before = log.commit(story.defined(CountMode.LIVE, CLIENTS));
    ResultBoard board = instance.bean(ResultBoard.class);
    Instance.until(() -> board.progress(0).next() > before);
    List<UserId> crowd = People.crowd(CLIENTS);
    HOLD.on = true;
    List<Listener> listeners =
        crowd.stream().map(user -> instance.listenAs(user, story.eventId())).toList();
    Instance.until(() -> subscribed() == CLIENTS);

    HOLD.passes.release(CLIENTS / 3);
    Result[] numbers = crowd.stream().map(story::numbered).toArray(Result[]::new);
    log.commit(numbers);
    HOLD.passes.release(CLIENTS);
    HOLD.on = false;

    for (int i = 0; i < CLIENTS; i++) {
      Listener listener = listeners.get(i).untilOver();
      listener.idsRise();
      assertThat(listener.last().data().get("seq").asInt()).isEqualTo(i + 1);
      assertThat(listener.last().data().get("winner").asBoolean()).isEqualTo(i + 1 == CLIENTS);
    }
    Instance.until(() -> subscribed() == 0);
    HOLD.passes.drainPermits();
  }

  private static long subscribed() {
    return (long) instance.bean(MeterRegistry.class).get("nth.notifier.streams").gauge().value();
  }
}
