package nth.sequencer.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import nth.contract.fixtures.FreePort;
import nth.sequencer.webhook.Answer.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointTest {

  private static final String PASSWORD = "password-of-a-test";
  private static final String TRUST = "javax.net.ssl.trustStore";

  @TempDir private Path folder;

  /** The JVM's trust store is read once, so all of it is one test. */
  @Test
  void onlyAReceiverWithATrustedCertificateOfItsName_getsAnything() throws Exception {
    Path known = certificate("known");
    System.setProperty(TRUST, known.toString());
    System.setProperty(TRUST + "Password", PASSWORD);
    try (var shop = new Https(known);
        var stranger = new Https(certificate("stranger"))) {
      assertThat(post("https://localhost:" + shop.port()).kind()).isEqualTo(Kind.DELIVERED);
      assertThat(post("https://127.0.0.1:" + shop.port()).why()).contains("SSL");
      assertThat(post("https://localhost:" + stranger.port()).why()).contains("SSL");
      assertThat(post("http://localhost:" + shop.port()).kind()).isEqualTo(Kind.FAILED);
    } finally {
      System.clearProperty(TRUST);
      System.clearProperty(TRUST + "Password");
    }
  }

  @Test
  void whereNobodyListens_itSaysSo_inOneLineWithoutTheAddress() {
    Answer answer = post("http://localhost:" + FreePort.any() + "/hooks?token=hunter2");

    assertThat(answer.kind()).isEqualTo(Kind.FAILED);
    assertThat(answer.why()).contains("refused").doesNotContain("hunter2").doesNotContain("\n");
  }

  @Test
  void aNameThatDoesNotExist_isAnAnswerToo() {
    assertThat(post("https://nobody.invalid/hooks").kind()).isEqualTo(Kind.FAILED);
  }

  @Test
  void whoAnswersNonsense_getsItIntoNoTable() throws Exception {
    try (var shop = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture.runAsync(
          () -> {
            try (Socket visitor = shop.accept()) {
              visitor.getInputStream().read();
              visitor.getOutputStream().write("HTTP/1.1 2\0\1 x\r\n\r\n".getBytes(UTF_8));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      Answer answer = post("http://127.0.0.1:" + shop.getLocalPort());

      assertThat(answer.kind()).isEqualTo(Kind.FAILED);
      assertThat(answer.why()).isNotEmpty().doesNotContainPattern("\\p{Cc}");
    }
  }

  private static Answer post(String url) {
    var settings =
        new WebhookSettings(
            url,
            List.of(WebhooksUnderTest.SECRET),
            null,
            Duration.ofSeconds(20),
            Duration.ofSeconds(5),
            Duration.ofHours(1),
            Duration.ofDays(3),
            true);
    return new Endpoint(settings, Clock.systemUTC()).post("id", "{}".getBytes(UTF_8)).join();
  }

  private Path certificate(String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=DNS:localhost",
                "-validity",
                "1",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).as(Files.readString(folder.resolve("keytool.log"))).isZero();
    return store;
  }

  /** Answers 204 to whoever trusts its certificate. */
  private static final class Https implements AutoCloseable {

    private final HttpsServer server;

    Https(Path store) throws Exception {
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, PASSWORD.toCharArray());
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(managers.getKeyManagers(), null, null);
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(tls));
      server.createContext(
          "/",
          exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      server.start();
    }

    int port() {
      return server.getAddress().getPort();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
