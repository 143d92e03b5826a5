package nth.proof.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Defines and closes promotions, and does not give up. Lives on the thread of the {@link Wire}. */
final class Organiser {

  private static final Duration TIMEOUT = Duration.ofSeconds(7);
  private static final long PAUSE_MS = 200;
  private static final byte[] NO_BODY = {};

  private final Wire wire;
  private final List<URI> doors;
  private final String headers;
  private final BooleanSupplier patient;
  private int tries;

  /**
   * @param patient whether to try again
   */
  Organiser(Wire wire, List<URI> doors, String adminToken, BooleanSupplier patient) {
    this.wire = wire;
    this.doors = doors;
    this.headers = "Authorization: Bearer " + adminToken + "\r\n";
    this.patient = patient;
  }

  /**
   * @param then gets the final status: 201, 200 or a refusal
   */
  void define(Show show, Consumer<Integer> then) {
    byte[] body = show.definition(Instant.now()).getBytes(UTF_8);
    String key = "Idempotency-Key: define-" + show.id() + "\r\n";
    String headers = this.headers + key + "Content-Type: application/json\r\n";
    send("PUT /events/" + show.id(), headers, body, then);
  }

  void close(Show show, Consumer<Integer> then) {
    String key = "Idempotency-Key: close-" + show.id() + "\r\n";
    send("POST /events/" + show.id() + "/close", headers + key, NO_BODY, then);
  }

  private void send(String call, String headers, byte[] body, Consumer<Integer> then) {
    URI door = doors.get(tries++ % doors.size());
    wire.send(
        door,
        call,
        headers,
        body,
        TIMEOUT,
        reply -> {
          int status = reply.status();
          if (status >= 200 && status < 500 && status != 429) {
            then.accept(status);
          } else if (patient.getAsBoolean()) {
            wire.loop()
                .schedule(() -> send(call, headers, body, then), PAUSE_MS, TimeUnit.MILLISECONDS);
          }
        });
  }
}
