package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import nth.contract.Position;
import nth.contract.UserId;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.Nginx;
import nth.ingress.Door.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.netty.http.client.HttpClient;

/** The proxy asks from 127.0.0.2; nobody else is believed. */
@Tag("O-38")
@ExtendWith(OutputCaptureExtension.class)
class ITForgedAddresses extends RunningIngress {

  private static final String PROXY = "127.0.0.2";
  private static final int BURST = 50;
  private static final int STRANGERS_BURST = 5;
  private static final int STRANGERS_REFILL = 2;
  private static final ServerSocketChannel REDIS = listening();

  private final Random random = new Random(38);

  ITForgedAddresses() {
    super(
        "--nth.identity.trusted-proxies=" + PROXY,
        "--nth.rate-limit.network.burst=" + BURST,
        "--nth.rate-limit.network.refill=1",
        "--spring.data.redis.port=" + REDIS.socket().getLocalPort());
  }

  private static ServerSocketChannel listening() {
    try {
      var channel = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
      channel.configureBlocking(false);
      return channel;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Answered early: what is asked here is no burden for the broker. */
  @BeforeEach
  void theEventIsOver() {
    show(Views.closed(event, new Position(0, 1)));
  }

  private static UserId somebody() {
    return new UserId("user-" + UUID.randomUUID());
  }

  private String anAddress() {
    return random.nextBoolean()
        ? "203.0.%d.%d".formatted(random.nextInt(256), random.nextInt(256))
        : "2001:db8:%x:%x::1".formatted(random.nextInt(65_536), random.nextInt(65_536));
  }

  private int port() {
    return door.to("/").GET().build().uri().getPort();
  }

  private CompletableFuture<Integer> ask(String address, int port, Consumer<HttpHeaders> headers) {
    return HttpClient.create()
        .bindAddress(() -> new InetSocketAddress(address, 0))
        .headers(headers)
        .post()
        .uri("http://127.0.0.1:" + port + "/events/" + event + "/entries")
        .responseSingle((answer, body) -> body.asString().thenReturn(answer.status().code()))
        .toFuture();
  }

  /** An entry of somebody else each time, from this address of the machine. */
  private CompletableFuture<Integer> from(String address, int port, String... forwardedFor) {
    return ask(
        address,
        port,
        headers -> {
          headers.set("X-User-Id", somebody().value());
          List.of(forwardedFor).forEach(line -> headers.add("X-Forwarded-For", line));
        });
  }

  private CompletableFuture<Integer> throughProxy(String... forwardedFor) {
    return from(PROXY, port(), forwardedFor);
  }

  /** And since it is no proxy, it is not believed about the person either: a stranger's bucket. */
  @Test
  void whateverHeadersOnePeerMakesUp_itIsOnePeer() {
    Crowd.of(
            1_000,
            i -> {
              var entry = door.entry(event, somebody()).header("X-Forwarded-For", anAddress());
              entry.header("Forwarded", "for=\"[" + anAddress() + "]\"");
              entry.header("X-Real-IP", anAddress());
              return door.asking(entry).thenApply(Answer::status);
            })
        .passedOneBucketOf(STRANGERS_BURST, STRANGERS_REFILL);
  }

  @Test
  void ofWhatAProxyPassesOn_onlyItsOwnWordCounts() {
    Crowd.of(150, i -> throughProxy(anAddress() + ", 198.51.100.7")).passedOneBucketOf(BURST, 1);
    Crowd.of(150, i -> throughProxy(anAddress(), "198.51.100.8")).passedOneBucketOf(BURST, 1);
  }

  @Test
  @Tag("O-41")
  void addressesOfOneIpv6Network_areOne() {
    IntFunction<String> spelling =
        i ->
            switch (i % 3) {
              case 0 -> "2001:db8:41:1::%x".formatted(i);
              case 1 -> "2001:0DB8:41:0001:%x:0::".formatted(i);
              default -> "[2001:db8:41:1:0:0:0:%x]:4711".formatted(i);
            };
    Crowd.of(500, i -> throughProxy(spelling.apply(i))).passedOneBucketOf(BURST, 1);
    Crowd.of(200, i -> throughProxy(i % 2 == 0 ? "::ffff:198.51.100.41" : "198.51.100.41"))
        .passedOneBucketOf(BURST, 1);
  }

  @Test
  void aProxyThatNamesNobody_isNotLimited_andIsReportedOnce(CapturedOutput output) {
    Crowd everybody = Crowd.of(200, i -> i % 2 == 0 ? throughProxy() : throughProxy("unknown"));
    assertThat(everybody.statuses()).doesNotContain(429);
    assertThat(output.getOut().split("does not name its client", -1)).hasSize(2);
  }

  @Test
  void behindNginx_theTrueClientCounts(@TempDir Path folder) {
    int front = FreePort.any();
    try (var nginx = new Nginx(folder, proxy(front), front)) {
      Crowd.of(150, i -> from("127.0.0.3", front, anAddress())).passedOneBucketOf(BURST, 1);
      assertThat(from("127.0.0.4", front).join()).isNotEqualTo(429);
      assertThat(nginx.accessLog()).contains("POST /events/" + event + "/entries");
    }
  }

  /** It names its clients as its own manual shows. */
  private String proxy(int front) {
    return """
        server {
          listen 127.0.0.1:%d;
          location / {
            proxy_pass http://127.0.0.1:%d;
            proxy_bind %s;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }
        """
        .formatted(front, port(), PROXY);
  }

  @Test
  void whoNamesNobody_isLimitedAsOnePerson() {
    Crowd nobody = Crowd.of(40, i -> ask("127.0.0.5", port(), headers -> {}));
    nobody.passedOneBucketOf(5, 2);
    assertThat(nobody.statuses()).containsOnly(401, 429);
  }

  /** Where a Redis could be, somebody listens. */
  @Test
  void nobodyAsksForRedis_unlessToldTo() throws IOException {
    assertThat(door.ask(door.to("/actuator/health").GET()).gist()).isEqualTo("200 UP");
    assertThat(REDIS.accept()).isNull();
  }
}
