package nth.local;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Broker and database on one data folder, started side by side and stopped together. */
final class EmbeddedParts implements AutoCloseable {

  private @Nullable DataFolder folder;
  private @Nullable EmbeddedKafka kafka;
  private @Nullable LocalPostgres postgres;
  private volatile boolean ending;

  /** Starts both and returns their addresses under Boot's names; all of it or nothing. */
  synchronized Map<String, Object> start(LocalSettings settings) {
    try {
      folder = DataFolder.claim(settings.dataDir());
      LocalPostgres.stopOrphan(folder.resolve("postgres"));
      return startBoth(
          folder,
          Ports.claim(settings.local().kafkaPort(), "nth.local.kafka-port"),
          Ports.claim(settings.local().postgresPort(), "nth.local.postgres-port"));
    } catch (RuntimeException e) {
      close();
      throw e;
    } finally {
      stayHereIfEnding();
    }
  }

  /** For the end of the process: a thread that is starting these parts comes no further. */
  void end() {
    ending = true;
    close();
  }

  /** Waits for a start that is under way; closing again does nothing. */
  @Override
  public synchronized void close() {
    DataFolder lastly = folder;
    LocalPostgres then = postgres;
    EmbeddedKafka first = kafka;
    folder = null;
    postgres = null;
    kafka = null;
    try (lastly;
        then;
        first) {}
  }

  /** Going on would only fail, at length, because the process is ending. */
  private void stayHereIfEnding() {
    try {
      while (ending) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Map<String, Object> startBoth(DataFolder folder, int kafkaPort, int postgresPort) {
    CompletableFuture<LocalPostgres> other =
        CompletableFuture.supplyAsync(
            () -> LocalPostgres.start(folder.resolve("postgres"), postgresPort));
    try {
      kafka = EmbeddedKafka.start(folder.resolve("kafka"), kafkaPort);
    } finally {
      postgres = other.join();
    }
    return Map.of(
        "spring.kafka.bootstrap-servers", kafka.bootstrapServers(),
        "spring.datasource.url", postgres.jdbcUrl(),
        "spring.datasource.username", LocalPostgres.USER);
  }
}
