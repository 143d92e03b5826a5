package nth.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says when everything is ready, where it is, and what to type. */
@Component
final class Welcome {

  private static final String SHIPPED_ADDRESS = "http://127.0.0.1:8080";
  private static final String SHIPPED_TOKEN = "local-admin";

  private final HealthEndpoint health;
  private final Environment environment;

  Welcome(HealthEndpoint health, Environment environment) {
    this.health = health;
    this.environment = environment;
  }

  /** Waits on a thread of its own: readiness comes after the start. */
  @EventListener(ApplicationReadyEvent.class)
  void begin() {
    // Where a program reads what is printed, it is no line of the kind that it reads.
    if (environment.containsProperty("logging.structured.format.console")) {
      return;
    }
    Thread thread = new Thread(this::sayWhenReady, "welcome");
    thread.setDaemon(true);
    thread.start();
  }

  private void sayWhenReady() {
    try {
      while (!Status.UP.equals(health.healthForPath("readiness").getStatus())) {
        Thread.sleep(100);
      }
      // To the terminal and not to the log: it is meant to be copied from.
      System.out.println(text());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String text() {
    String address = "http://127.0.0.1:" + environment.getProperty("local.server.port", "8080");
    String session = session().replace(SHIPPED_ADDRESS, address);
    if (!SHIPPED_TOKEN.equals(environment.getProperty("nth.admin.token"))) {
      // Somebody's own token is a secret.
      session = session.replace(SHIPPED_TOKEN, "$NTH_ADMIN_TOKEN");
    }
    return """

        nth is ready on %s

          Page      %s/
          Kafka     %s
          Postgres  %s?user=%s

        Paste this, as often as you like; Ctrl-C here ends it.

        %s"""
        .formatted(
            address,
            address,
            environment.getProperty("spring.kafka.bootstrap-servers"),
            environment.getProperty("spring.datasource.url"),
            environment.getProperty("spring.datasource.username"),
            session);
  }

  /** The same session as in the README, which a test runs. */
  static String session() {
    try (InputStream file = Welcome.class.getResourceAsStream("session.sh")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
