package nth.proof.crowd;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings clicks to the doors, each until it has a final answer: who is turned away tries the other
 * door after a moment, with the same key. Lives on the thread of the {@link Wire}.
 */
final class Visitors {

  private static final byte[] NO_BODY = {};
  private static final int FIRST_PAUSE_MS = 60;
  private static final int LONGEST_PAUSE_MS = 1000;
  private static final String WAIT_SECONDS = "2";

  private final Wire wire;
  private final List<URI> doors;
  private final Duration timeout;
  private final Journal journal;
  private final Random random;
  private final BiConsumer<Show, Attempt> accepted;
  private final Set<Trial> trying = new HashSet<>();
  private long repeats;

  /**
   * @param accepted is told of every 202
   */
  Visitors(
      Wire wire,
      List<URI> doors,
      CrowdSettings settings,
      Journal journal,
      BiConsumer<Show, Attempt> accepted) {
    this.wire = wire;
    this.doors = doors;
    this.timeout = settings.timeout();
    this.journal = journal;
    this.random = new Random(settings.seed() ^ 0x5DEECE66DL);
    this.accepted = accepted;
  }

  int inFlight() {
    return trying.size();
  }

  /** Attempts after the first one. */
  long repeats() {
    return repeats;
  }

  /**
   * @param then is run when there is a final answer
   */
  void enter(Show show, Click click, Runnable then) {
    Trial trial = new Trial(show, click, then);
    trying.add(trial);
    trial.go();
  }

  /** Whoever still tries is noted as having given up. */
  void sendHome() {
    for (Trial trial : List.copyOf(trying)) {
      trial.giveUp();
    }
  }

  /** One click on its way to a final answer. */
  private final class Trial {
    private final Show show;
    private final Click click;
    private final Runnable then;
    private int attempts;
    private @Nullable Attempt last;

    Trial(Show show, Click click, Runnable then) {
      this.show = show;
      this.click = click;
      this.then = then;
    }

    void go() {
      if (!trying.contains(this)) {
        return;
      }
      int door = (click.door() + attempts++) % doors.size();
      long sentAt = Timeline.nanos();
      wire.send(
          doors.get(door),
          "POST /events/" + show.id() + "/entries",
          headers(),
          NO_BODY,
          timeout,
          reply -> hear(door, sentAt, Answer.of(reply)));
    }

    private String headers() {
      StringBuilder headers = new StringBuilder("X-User-Id: ");
      headers.append(Attempt.userId(click.person())).append("\r\n");
      if (click.key() != Attempt.NO_KEY) {
        headers.append("Idempotency-Key: ");
        headers.append(Attempt.requestId(click.person(), click.key())).append("\r\n");
      }
      if (click.waits()) {
        headers.append("Prefer: wait=").append(WAIT_SECONDS).append("\r\n");
      }
      return headers.toString();
    }

    private void hear(int door, long sentAt, Answer answer) {
      if (!trying.contains(this)) {
        // Noted as given up: the verdict asks nothing more of it.
        return;
      }
      note(door, sentAt, answer);
      if (answer.code().isFinal()) {
        end();
      } else {
        repeats++;
        int pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << Math.min(attempts, 5));
        int jittered = pause / 2 + random.nextInt(pause);
        wire.loop().schedule(this::go, jittered, TimeUnit.MILLISECONDS);
      }
    }

    private void note(int door, long sentAt, Answer answer) {
      last =
          new Attempt(
              show.place(), click.person(), click.key(), door, sentAt, Timeline.nanos(), answer);
      journal.add(last);
      if (answer.code() == Code.QUEUED) {
        accepted.accept(show, last);
      }
    }

    void giveUp() {
      note(click.door() % doors.size(), Timeline.nanos(), Answer.none(Code.GAVE_UP));
      end();
    }

    private void end() {
      if (trying.remove(this)) {
        then.run();
      }
    }
  }
}
