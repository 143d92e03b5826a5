package nth.notifier;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import nth.contract.EventId;
import nth.contract.Result;
import nth.contract.UserId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** One instance on one log for all tests of a class, and a promotion for each. */
abstract class OpenInstance {

  static ResultLog log;
  static Instance instance;
  static MovedClock clock;
  final Story story = log.story();
  final EventId event = story.eventId();

  @BeforeAll
  static void start() {
    log = new ResultLog(3);
    clock = new MovedClock();
    instance =
        Instance.start(
                log,
                Instance.freshFolder(),
                beans ->
                    beans.registerBean(
                        InstantSource.class, () -> clock, bean -> bean.setPrimary(true)),
                "--nth.notifier.heartbeat=300ms")
            .untilReady();
  }

  @AfterAll
  static void stop() {
    instance.close();
    log.close();
  }

  /** O-32: whoever is gone leaves nothing behind. */
  @AfterEach
  void nobodyIsLeft() {
    Instance.until(() -> openStreams(instance) == 0);
  }

  static double openStreams(Instance instance) {
    return instance.bean(MeterRegistry.class).get("nth.notifier.streams").gauge().value();
  }

  /** One stream for each, with their number coming while it begins. */
  List<Listener> listenersBeingNumbered(List<UserId> crowd) {
    return crowd.stream()
        .map(
            user -> {
              Listener listener = instance.listenAs(user, event);
              log.commit(story.numbered(user));
              return listener;
            })
        .toList();
  }

  /**
   * @return the offset of the last one
   */
  long commitAndShow(Result... results) {
    long offset = log.commit(results);
    int partition = results[0].origin().position().partition();
    ResultBoard board = instance.bean(ResultBoard.class);
    Instance.until(() -> board.progress(partition).next() > offset);
    return offset;
  }
}
