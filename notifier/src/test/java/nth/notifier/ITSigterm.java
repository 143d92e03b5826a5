package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import nth.contract.CountMode;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.Readiness;
import org.junit.jupiter.api.Test;

/** A process that is told to stop while people listen. */
class ITSigterm {

  private static final int STREAMS = 100;

  /** Far below what a stop may take that waits for streams. */
  private static final long SHORT_MS = 20_000;

  // O-35
  @Test
  void openStreams_endCleanlyAndFirst_andTheProcessSoonAfter() throws IOException {
    int port = FreePort.any();
    Path folder = Files.createDirectories(Instance.freshFolder());
    URI address = URI.create("http://127.0.0.1:" + port);
    try (ResultLog log = new ResultLog(1);
        JavaProcess process =
            JavaProcess.application(
                NotifierApplication.class,
                Map.of(
                    "SPRING_KAFKA_BOOTSTRAP_SERVERS", log.bootstrapServers(),
                    "NTH_NOTIFIER_STATE_DIR", folder.resolve("state").toString(),
                    "SPRING_LIFECYCLE_TIMEOUT_PER_SHUTDOWN_PHASE", "60s",
                    "SERVER_PORT", Integer.toString(port)),
                folder.resolve("notifier.log"))) {
      Story story = log.story();
      log.commit(story.defined(CountMode.LIVE, 20));
      Readiness.await(process, address);
      URI stream = address.resolve("/events/" + story.eventId() + "/stream");
      HttpClient http = HttpClient.newHttpClient();
      List<Listener> listeners =
          IntStream.range(0, STREAMS).mapToObj(i -> new Listener(http, stream)).toList();
      listeners.forEach(listener -> listener.untilHeard(1));

      long begin = System.nanoTime();
      process.terminate();
      int exit = process.awaitExit();
      long took = (System.nanoTime() - begin) / 1_000_000;

      listeners.forEach(listener -> assertThat(listener.untilOver().events()).hasSize(1));
      assertThat(exit).isEqualTo(143);
      assertThat(took).isLessThan(SHORT_MS);
      assertThat(process.output()).doesNotContain("ERROR").doesNotContain("Exception");
      assertThat(listeners).allSatisfy(listener -> assertThat(listener.retries()).hasSize(2));
    }
  }
}
