package nth.proof.stage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over real sockets: a server that says back what it hears. */
class WireTest {

  private static final int LIMIT_SECONDS = 60;
  private static final int MOMENT_MS = 300;

  private final PartId ingress = new PartId(Role.INGRESS, 1);
  private final Wire wire = new Wire(ingress, PartId.broker(1));
  private final Ports ports = new Ports();
  private int port = ports.next();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private ServerSocket echo;
  private Gate gate;

  @BeforeEach
  void open() throws IOException {
    echo = new ServerSocket(0, 50, InetAddress.getByName(Ports.HOST));
    Threads.start("echo", this::acceptAll);
    gate = Gate.open(port, echo.getLocalPort(), said -> wire);
  }

  @AfterEach
  void close() throws IOException {
    gate.close();
    echo.close();
  }

  @Test
  void openWire_carriesBothWays() throws Exception {
    try (Socket client = connect()) {
      assertThat(ask(client, "hello")).isEqualTo("hello");
    }
  }

  @Test
  void cutWire_resetsWhatIsConnected_andWhoConnects_untilHealed() throws Exception {
    try (Socket client = connect()) {
      ask(client, "hello");
      wire.cut();
      assertThatThrownBy(() -> ask(client, "still there?")).isInstanceOf(SocketException.class);
    }
    try (Socket client = connect()) {
      assertThatThrownBy(() -> ask(client, "anybody?")).isInstanceOf(SocketException.class);
    }
    wire.heal();
    try (Socket client = connect()) {
      assertThat(ask(client, "again")).isEqualTo("again");
    }
  }

  @Test
  void frozenWire_keepsConnections_andDeliversLater() throws Exception {
    try (Socket client = connect()) {
      ask(client, "hello");
      wire.freeze();
      say(client, "later");
      client.setSoTimeout(MOMENT_MS);
      assertThatThrownBy(() -> hear(client, 5)).isInstanceOf(SocketTimeoutException.class);
      wire.heal();
      client.setSoTimeout(LIMIT_SECONDS * 1000);
      assertThat(hear(client, 5)).isEqualTo("later");
    }
  }

  @Test
  void delayedWire_takesItsTimeInBothDirections() throws Exception {
    wire.delay(Duration.ofMillis(200));
    try (Socket client = connect()) {
      long begin = System.nanoTime();
      assertThat(ask(client, "slow")).isEqualTo("slow");
      assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(390));
    }
  }

  @Test
  void deafWire_deliversRequests_swallowsReplies_andResetsWhenHealed() throws Exception {
    try (Socket client = connect()) {
      wire.dropReplies();
      say(client, "write this");
      assertThat(heard.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("write this");
      client.setSoTimeout(MOMENT_MS);
      assertThatThrownBy(() -> hear(client, 1)).isInstanceOf(SocketTimeoutException.class);
      wire.heal();
      client.setSoTimeout(LIMIT_SECONDS * 1000);
      assertThatThrownBy(() -> hear(client, 1)).isInstanceOf(SocketException.class);
    }
  }

  @Test
  void commitReply_isLostOnce_withItsConnection() throws Exception {
    String commit = "2\0\0\0\4C\0\0\0\u000bCOMMIT\0Z\0\0\0\5I";
    wire.cutAfterCommits(1);
    try (Socket client = connect()) {
      assertThat(ask(client, "C\0\0\0\rSELECT 1\0")).startsWith("C");
      assertThatThrownBy(() -> ask(client, commit)).isInstanceOf(SocketException.class);
    }
    assertThat(wire.commitsToCut()).isZero();
    try (Socket client = connect()) {
      assertThat(ask(client, commit)).isEqualTo(commit);
    }
  }

  @Test
  void brokers_areToldApart_byTheirFirstRequest() throws Exception {
    Wire other = new Wire(PartId.broker(2), PartId.broker(1));
    Wire nobody = new Wire(ingress, PartId.broker(1));
    gate.close();
    other.cut();
    var sorter = new FirstRequest(Map.of(1, wire, 2, other), nobody);
    port = ports.next();
    gate = Gate.open(port, echo.getLocalPort(), sorter);
    try (Socket first = new Socket(Ports.HOST, port);
        Socket second = new Socket(Ports.HOST, port)) {
      request(first, "broker-1-fetcher-0");
      assertThat(first.getInputStream().read()).isZero();
      assertThatThrownBy(
              () -> {
                request(second, "raft-client-2");
                second.getInputStream().read();
              })
          .isInstanceOf(SocketException.class);
    }
  }

  @Test
  void connectionThatEnds_leavesNothingBehind() throws Exception {
    try (Socket client = connect()) {
      ask(client, "hello");
    }
    await().atMost(Duration.ofSeconds(LIMIT_SECONDS)).until(() -> wire.connections() == 0);
  }

  private Socket connect() throws IOException {
    Socket client = new Socket(Ports.HOST, port);
    client.setSoTimeout(LIMIT_SECONDS * 1000);
    return client;
  }

  private static String ask(Socket client, String text) throws IOException {
    say(client, text);
    return hear(client, text.length());
  }

  private static void say(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  private static String hear(Socket client, int count) throws IOException {
    byte[] bytes = client.getInputStream().readNBytes(count);
    if (bytes.length < count) {
      throw new IOException("ended, not reset");
    }
    return new String(bytes, ISO_8859_1);
  }

  private static void request(Socket client, String clientId) throws IOException {
    DataOutputStream out = new DataOutputStream(client.getOutputStream());
    out.writeInt(2 + 2 + 4 + 2 + clientId.length());
    out.writeShort(18);
    out.writeShort(4);
    out.writeInt(0);
    out.writeUTF(clientId);
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket client = echo.accept();
        Threads.start("echo", () -> answer(client));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void answer(Socket client) {
    try (client) {
      byte[] bytes = new byte[1024];
      for (int n = read(client, bytes); n >= 0; n = read(client, bytes)) {
        heard.add(new String(bytes, 0, n, ISO_8859_1));
        client.getOutputStream().write(bytes, 0, n);
      }
    } catch (IOException reset) {
      // As some of these tests want it.
    }
  }

  private static int read(Socket client, byte[] bytes) throws IOException {
    return client.getInputStream().read(bytes);
  }
}
