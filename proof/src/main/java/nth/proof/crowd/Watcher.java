package nth.proof.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import nth.contract.Decision;
import nth.contract.Json;
import nth.contract.PromotionState;

/**
 * Holds one stream open as a browser does: at every end it comes back, at another instance and with
 * the last id, until it is told 204.
 */
final class Watcher {

  private static final int CONNECT_MS = 1000;
  private static final int RETIRED = 410;

  /** Longer than the heartbeat: after so much silence the stream is taken for dead. */
  private static final int SILENCE_MS = 20_000;

  private static final int SHORTEST_PAUSE_MS = 50;
  private static final int LONGEST_PAUSE_MS = 1500;

  private final List<URI> notifiers;
  private final Show show;
  private final int person;
  private final BooleanSupplier patient;
  private final List<Frame> frames = new ArrayList<>();
  private long lastId = Frame.NO_ID;
  private int connections;
  private int failures;
  private int denials;

  /**
   * @param person or {@link Watched#EVERYBODY}
   * @param patient whether to come back
   */
  Watcher(List<URI> notifiers, Show show, int person, BooleanSupplier patient) {
    this.notifiers = notifiers;
    this.show = show;
    this.person = person;
    this.patient = patient;
  }

  Watched watch() throws InterruptedException {
    boolean ended = false;
    int first = ThreadLocalRandom.current().nextInt(notifiers.size());
    for (int i = first; !ended && patient.getAsBoolean(); i++) {
      ended = connect(notifiers.get(i % notifiers.size()));
      if (!ended) {
        Thread.sleep(pause());
      }
    }
    return new Watched(show.place(), person, frames, denials, ended);
  }

  private long pause() {
    int most = Math.min(LONGEST_PAUSE_MS, 4 * SHORTEST_PAUSE_MS << Math.min(failures, 4));
    return ThreadLocalRandom.current().nextInt(SHORTEST_PAUSE_MS, most);
  }

  /** Returns whether the server says that it is over. */
  private boolean connect(URI notifier) {
    String path = "/events/" + show.id() + (person < 0 ? "/stream" : "/entries/me/stream");
    try {
      var connection = (HttpURLConnection) notifier.resolve(path).toURL().openConnection();
      try {
        return read(connection);
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      // Cut off, or nobody there: what a watcher is for.
      failures++;
      return false;
    }
  }

  private boolean read(HttpURLConnection connection) throws IOException {
    connection.setConnectTimeout(CONNECT_MS);
    connection.setReadTimeout(SILENCE_MS);
    connection.setRequestProperty("Accept", "text/event-stream");
    if (person >= 0) {
      connection.setRequestProperty("X-User-Id", Attempt.userId(person));
    }
    if (lastId != Frame.NO_ID) {
      connection.setRequestProperty("Last-Event-ID", Long.toString(lastId));
    }
    int status = connection.getResponseCode();
    if (status == 404) {
      denials++;
    }
    if (status == RETIRED && person >= 0) {
      frames.add(new Frame(Math.max(1, connections), Frame.NO_ID, Frame.RETIRED, null, null));
      return true;
    }
    if (status != 200) {
      failures++;
      return status == 204;
    }
    connections++;
    failures = 0;
    listen(new BufferedReader(new InputStreamReader(connection.getInputStream(), UTF_8)));
    return false;
  }

  private void listen(BufferedReader stream) throws IOException {
    Map<String, String> fields = new HashMap<>();
    boolean stays = true;
    for (String line = stream.readLine(); line != null && stays; line = stream.readLine()) {
      int colon = line.indexOf(':');
      if (line.isEmpty()) {
        take(fields);
        fields.clear();
        // Heartbeats alone must not hold anybody.
        stays = patient.getAsBoolean();
      } else if (colon > 0) {
        fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    }
  }

  private void take(Map<String, String> fields) {
    String data = fields.get("data");
    if (data == null) {
      return;
    }
    String event = fields.getOrDefault("event", "message");
    String id = fields.get("id");
    if (id != null) {
      lastId = Long.parseLong(id);
    }
    boolean personal = person >= 0 && !event.equals("closed");
    frames.add(
        new Frame(
            connections,
            id == null ? Frame.NO_ID : lastId,
            event,
            personal ? Json.tolerant().readValue(data, Decision.class) : null,
            personal ? null : Json.tolerant().readValue(data, PromotionState.class)));
  }
}
