package nth.ingress;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.Readiness;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.web.fixtures.Heard;
import nth.web.fixtures.RawHttp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process with little memory, and bodies of a gigabyte from everybody at once. */
class ITHugeBodies {

  private static final int SENDERS = 200;
  private static final long ANNOUNCED = 1L << 30;
  private static final long SENT_AT_MOST = 16L << 20;
  private static final String LENGTH = "Content-Length: " + ANNOUNCED;
  private static final byte[] PIECE = ("4000\r\n" + "x".repeat(0x4000) + "\r\n").getBytes(US_ASCII);

  @TempDir private Path folder;

  private record Sent(long bytes, Heard answer) {}

  @Test
  @Tag("O-47")
  void hugeBodies_areRefusedEarly_andTakeNoMemory() throws Exception {
    int port = FreePort.any();
    URI address = URI.create("http://127.0.0.1:" + port);
    try (RealBroker broker = RealParts.broker()) {
      OtherParty.createTopics(broker);
      try (JavaProcess ingress = start(broker, port)) {
        Readiness.await(ingress, address);

        for (Sent sent : sendAll(port)) {
          assertThat(sent.answer().gist()).isEqualTo("413 body_too_large");
          assertThat(sent.answer().last()).isTrue();
          assertThat(sent.bytes()).isLessThan(SENT_AT_MOST);
        }

        Readiness.await(ingress, address);
        assertThat(ingress.output()).doesNotContain("OutOfMemory", "Unexpected", "LEAK");
      }
    }
  }

  private JavaProcess start(RealBroker broker, int port) {
    return JavaProcess.start(
        List.of(
            "-Xmx256m",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            IngressApplication.class.getName()),
        Map.of(
            "SERVER_PORT",
            Integer.toString(port),
            "SPRING_KAFKA_BOOTSTRAP_SERVERS",
            broker.bootstrapServers()),
        folder.resolve("output.log"));
  }

  private static List<Sent> sendAll(int port) throws Exception {
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    try {
      List<Callable<Sent>> calls = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        String user = "sender-" + i;
        String length = i % 2 == 0 ? LENGTH : "Transfer-Encoding: chunked";
        calls.add(() -> send(port, user, length));
      }
      List<Sent> sent = new ArrayList<>();
      for (Future<Sent> call : senders.invokeAll(calls)) {
        sent.add(call.get());
      }
      return sent;
    } finally {
      senders.shutdownNow();
    }
  }

  /** Sends until it hears something. */
  private static Sent send(int port, String user, String length) {
    try (RawHttp connection = new RawHttp(port)) {
      connection.say(
          "POST /events/e/entries HTTP/1.1\r\nHost: nth\r\nContent-Type: application/json\r\n"
              + "X-User-Id: "
              + user
              + "\r\n"
              + length
              + "\r\n\r\n");
      long bytes = 0;
      while (!connection.isAnswered() && bytes < ANNOUNCED && connection.trySay(PIECE)) {
        bytes += PIECE.length;
      }
      return new Sent(bytes, connection.hear());
    }
  }
}
