package nth.local.organiser;

import java.time.Duration;
import java.util.Optional;
import nth.contract.EventId;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** One crowd at a time, whatever it rushes; the last one is remembered. */
@Component
final class Rushes {

  private static final int MOST_PEOPLE = 10_000;
  private static final int MOST_SECONDS = 60;

  private final Door door;
  private @Nullable Rush last;
  private @Nullable EventId rushed;
  private boolean ending;

  Rushes(Door door) {
    this.door = door;
  }

  /**
   * @throws Problem 400 {@code invalid_body}, or 409 {@code rush_running}
   */
  synchronized Rush begin(EventId event, int people, int seconds) {
    require("people", people, MOST_PEOPLE);
    require("seconds", seconds, MOST_SECONDS);
    if (last != null && last.isRunning()) {
      throw new Problem(ProblemCode.RUSH_RUNNING, "A crowd is on its way: one at a time.");
    }
    if (ending) {
      throw new Problem(ProblemCode.UNAVAILABLE, "This is about to end.");
    }
    Rush rush = Rush.begin(event, people, Duration.ofSeconds(seconds), door);
    last = rush;
    rushed = event;
    return rush;
  }

  /** If the last one was for this event. */
  synchronized Optional<Rush> of(EventId event) {
    return event.equals(rushed) ? Optional.ofNullable(last) : Optional.empty();
  }

  /** Before the door begins to wait for those who are in it. */
  @EventListener(ContextClosedEvent.class)
  synchronized void end() {
    ending = true;
    if (last != null) {
      last.dispose();
    }
  }

  private static void require(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new Problem(ProblemCode.INVALID_BODY, name + " must be 1 to " + most + ".");
    }
  }
}
