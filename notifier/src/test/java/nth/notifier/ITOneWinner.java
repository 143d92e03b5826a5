package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import nth.contract.CountMode;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A crowd that looks and listens while somebody wins. */
class ITOneWinner extends OpenInstance {

  private static final int CROWD = 200;
  private static final int POLLERS = 4;

  /** Who was ever told to have won, and by what. */
  private final Map<UserId, JsonNode> winners = new ConcurrentHashMap<>();

  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<UserId> crowd = People.crowd(CROWD);

  // O-76
  @Test
  void oneOfManyWatchersAndPollers_seesTheWin_afterTheCommit_andNobodyOneThatWasAborted()
      throws Exception {
    commitAndShow(story.defined(CountMode.COARSE, 100));
    List<Listener> listeners =
        crowd.stream().map(user -> instance.listenAs(user, event).untilHeard(1)).toList();
    ExecutorService threads = Executors.newFixedThreadPool(POLLERS);
    try (Listener all = instance.listen(event).untilHeard(1)) {
      List<Future<?>> pollers =
          IntStream.range(0, POLLERS)
              .<Future<?>>mapToObj(i -> threads.submit(() -> poll(i)))
              .toList();
      commitAndShow(numbered(crowd.subList(0, 99)));
      assertThat(instance.promotion(event).json().get("entries").asInt()).isEqualTo(90);

      Result.EntryNumbered lost = story.numbered(crowd.get(150));
      log.abort(this::aRoundOfLooking, lost, story.closedBy(lost));
      aRoundOfLooking();
      assertThat(winners).isEmpty();
      assertThat(all.events()).doesNotContain("closed");
      story.forget(lost);

      UserId lucky = crowd.get(120);
      Result.EntryNumbered win = story.numbered(lucky);
      log.commit(win, story.closedBy(win));
      listeners.forEach(Listener::untilOver);
      all.untilOver();
      aRoundOfLooking();
      over.set(true);
      for (Future<?> poller : pollers) {
        poller.get();
      }

      for (int i = 0; i < CROWD; i++) {
        UserId user = crowd.get(i);
        listeners.get(i).heard().forEach(heard -> look(user, heard.data()));
      }
      assertThat(winners.keySet()).isEqualTo(Set.of(lucky));
      assertThat(all.last().data().get("winners").toString())
          .isEqualTo("[{\"seq\":100,\"user\":\"" + lucky.masked() + "\"}]");
    } finally {
      over.set(true);
      threads.shutdown();
    }
  }

  private Result[] numbered(List<UserId> people) {
    return people.stream().map(story::numbered).toArray(Result[]::new);
  }

  private void poll(int first) {
    while (!over.get()) {
      for (int i = first; i < CROWD; i += POLLERS) {
        look(crowd.get(i), instance.me(event, crowd.get(i)).json());
      }
      rounds.incrementAndGet();
    }
  }

  private void aRoundOfLooking() {
    int now = rounds.get();
    Instance.until(() -> rounds.get() >= now + 2 * POLLERS);
  }

  private void look(UserId user, JsonNode told) {
    if (told.path("winner").asBoolean(false)) {
      winners.put(user, told);
    }
  }
}
