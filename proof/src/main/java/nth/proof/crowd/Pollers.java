package nth.proof.crowd;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import nth.contract.Decision;
import nth.contract.Json;
import nth.contract.Position;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A few of those who had a 202 ask again and again, at every instance, until each has told them the
 * decision. Lives on the thread of the {@link Wire}.
 */
public final class Pollers {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final int SHORTEST_PAUSE_MS = 200;
  private static final int LONGEST_PAUSE_MS = 900;
  private static final int RETIRED = 410;
  private static final byte[] NO_BODY = {};

  private final Wire wire;
  private final List<URI> notifiers;
  private final int most;
  private final Random random;
  private final List<Asker> asking = new ArrayList<>();
  private final List<Polled> polled = new CopyOnWriteArrayList<>();

  Pollers(Wire wire, List<URI> notifiers, CrowdSettings settings) {
    this.wire = wire;
    this.notifiers = notifiers;
    this.most = settings.pollers();
    this.random = new Random(settings.seed());
  }

  /** Somebody got this 202. */
  void accepted(Show show, Attempt attempt) {
    Position position = attempt.answer().position();
    if (asking.size() < most && position != null && random.nextInt(5) == 0) {
      Asker asker = new Asker(show, attempt.person(), position);
      asking.add(asker);
      asker.askLater();
    }
  }

  int stillAsking() {
    return asking.size();
  }

  /** Whoever still asks is noted as never told. */
  void sendHome() {
    List.copyOf(asking).forEach(asker -> asker.end(false));
  }

  public List<Polled> polled() {
    return List.copyOf(polled);
  }

  /** One who asks. */
  private final class Asker {
    private final Show show;
    private final int person;
    private final Position position;
    private final List<Polled.Told> told = new ArrayList<>();
    private int asked;
    private int answeredInTurn;

    Asker(Show show, int person, Position position) {
      this.show = show;
      this.person = person;
      this.position = position;
    }

    void askLater() {
      int pause = random.nextInt(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS);
      wire.loop().schedule(this::ask, pause, TimeUnit.MILLISECONDS);
    }

    private void ask() {
      if (!asking.contains(this)) {
        return;
      }
      URI notifier = notifiers.get(asked++ % notifiers.size());
      wire.send(
          notifier,
          "GET /events/" + show.id() + "/entries/me?position=" + position,
          "X-User-Id: " + Attempt.userId(person) + "\r\n",
          NO_BODY,
          TIMEOUT,
          this::hear);
    }

    private void hear(Wire.Reply reply) {
      if (!asking.contains(this)) {
        return;
      }
      boolean decided = reply.status() == 200 || reply.status() == RETIRED;
      answeredInTurn = decided ? answeredInTurn + 1 : 0;
      if (decided || reply.status() == 202 || reply.status() == 404) {
        note(reply);
      }
      if (answeredInTurn > notifiers.size()) {
        end(true);
      } else {
        askLater();
      }
    }

    private void note(Wire.Reply reply) {
      Polled.Told answer = told(reply);
      if (told.isEmpty() || !told.get(told.size() - 1).equals(answer)) {
        told.add(answer);
      }
    }

    void end(boolean ended) {
      asking.remove(this);
      polled.add(new Polled(show.place(), person, position, told, ended));
    }
  }

  private static Polled.Told told(Wire.Reply reply) {
    try {
      JsonNode body = Json.tolerant().readTree(reply.body());
      return switch (reply.status()) {
        case 200 -> new Polled.Told(200, "", Json.tolerant().treeToValue(body, Decision.class));
        // How many are ahead changes with every answer and says nothing here.
        case 202 -> new Polled.Told(202, body.path("status").asString(""), null);
        default -> new Polled.Told(reply.status(), body.path("code").asString(""), null);
      };
    } catch (JacksonException e) {
      return new Polled.Told(reply.status(), "unreadable: " + e.getOriginalMessage(), null);
    }
  }
}
