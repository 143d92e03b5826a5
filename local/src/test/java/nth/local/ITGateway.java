package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nth.web.fixtures.Heard;
import nth.web.fixtures.RawHttp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes through the gateway of the compose files, seen from behind it. */
class ITGateway {

  private static final String PERSON = "/etc/nginx/nth/person.conf";
  private static final String SHOP = "192.0.2.80:80";

  /** Every one a way to say something that nobody here may say. */
  private static final String FORGED =
      """
      X-User-Id: mallory
      x-user-id: mallory
      X_User_Id: mallory
      X-Shop-Person: mallory
      X-Forwarded-For: 198.51.100.7
      x-forwarded-for: 198.51.100.8, 10.83.83.2
      Forwarded: for=198.51.100.7;host=evil.example;proto=https
      X-Real-IP: 198.51.100.7
      X-Forwarded-Host: evil.example
      X-Forwarded-Port: 1
      X-Forwarded-Prefix: /actuator
      X-Forwarded-Proto: https
      """;

  @TempDir Path folder;
  private final Recorder ingress = new Recorder();
  private final Recorder notifier = new Recorder();

  @AfterEach
  void close() {
    ingress.close();
    notifier.close();
  }

  @Test
  void readsGoToTheNotifier_andEverythingElseToIngress() {
    try (ComposeGateway gateway = gateway(ComposeFile.DEMO)) {
      for (String method : List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")) {
        say(gateway, method + " /events/opening/entries/me?position=0-1", "");
      }
    }
    assertThat(notifier.seen()).extracting(Recorder.Seen::method).containsExactly("GET", "HEAD");
    assertThat(ingress.seen())
        .extracting(Recorder.Seen::method)
        .containsExactly("POST", "PUT", "DELETE", "OPTIONS");
    assertThat(ingress.seen())
        .extracting(Recorder.Seen::target)
        .containsOnly("/events/opening/entries/me?position=0-1");
  }

  @Test
  void whateverAClientMakesUp_nobodyIsNamed_andTheClientIsTheOneThatAsked() {
    try (ComposeGateway gateway = gateway()) {
      say(gateway, "POST /events/opening/entries", FORGED);
    }
    Recorder.Seen seen = ingress.seen().get(0);
    assertThat(seen.header("X-user-id")).isEmpty();
    assertThat(seen.header("X_user_id")).isEmpty();
    assertOursOnly(seen);
  }

  private static void assertOursOnly(Recorder.Seen seen) {
    assertThat(seen.header("X-forwarded-for")).containsExactly(Ports.HOST);
    assertThat(seen.header("Host")).containsExactly("shop.example");
    assertThat(seen.headers())
        .doesNotContainKeys(
            "Forwarded",
            "X-real-ip",
            "X-forwarded-host",
            "X-forwarded-port",
            "X-forwarded-prefix",
            "X-forwarded-proto");
    assertThat(seen.headers().toString()).doesNotContain("198.51.100");
  }

  @Test
  void demo_passesOneNameOn_andNoForgedAddress() {
    try (ComposeGateway gateway = gateway(ComposeFile.DEMO)) {
      say(gateway, "POST /events/opening/entries", FORGED);
    }
    Recorder.Seen seen = ingress.seen().get(0);
    assertThat(seen.header("X-user-id")).hasSize(1);
    assertOursOnly(seen);
  }

  @Test
  void whereTheShopSaysWhoIsAsking_nobodyElseDoes() {
    try (Recorder shop = new Recorder();
        ComposeGateway gateway =
            gateway(Map.of(SHOP, shop.address()), Map.of(PERSON, "person-from-shop"))) {
      say(gateway, "POST /events/opening/entries", FORGED + "Cookie: session=alice\n");
      say(gateway, "GET /events/opening/stream", FORGED);

      assertThat(shop.seen()).extracting(Recorder.Seen::target).containsOnly("/session");
      assertThat(shop.seen()).hasSize(2).allSatisfy(ITGateway::assertOursOnly);
      assertThat(shop.seen()).allMatch(seen -> seen.header("X-user-id").isEmpty());
      assertThat(ingress.seen().get(0).header("X-user-id")).containsExactly("alice");
      assertThat(notifier.seen().get(0).header("X-user-id")).isEmpty();
      assertOursOnly(ingress.seen().get(0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "POST", "OPTIONS"})
  void actuator_hasNoWayIn_howeverItIsSpelled(String method) {
    try (ComposeGateway gateway = gateway(ComposeFile.DEMO)) {
      for (String target : Spellings.OF_ACTUATOR) {
        Heard answer = say(gateway, method + " " + target, "");
        assertThat(answer.status()).as(target).isIn(400, 404);
      }
    }
    assertThat(ingress.seen()).isEmpty();
    assertThat(notifier.seen()).isEmpty();
  }

  @Test
  void whileOneOfTwoIsAway_theOtherTakesAll() {
    ComposeFile cluster = compose(ComposeFile.CLUSTER, ComposeFile.DEMO);
    Map<String, String> addresses = addresses(cluster);
    String nobody = Ports.HOST + ":" + LocalProcess.freePort();
    addresses.put(cluster.address("ingress-2") + ":8081", nobody);
    addresses.put(cluster.address("notifier-2") + ":8082", nobody);
    try (ComposeGateway gateway = new ComposeGateway(folder, files(cluster), addresses)) {
      for (int i = 0; i < 10; i++) {
        assertThat(say(gateway, "POST /events/opening/entries", "").status()).isEqualTo(200);
        assertThat(say(gateway, "GET /events/opening", "").status()).isEqualTo(200);
      }
    }
  }

  /** A Service is one address, and the pod behind it may have just ended. */
  @Test
  void onACluster_whoGetsNoAnswer_asksOnceMore() throws IOException {
    Map<String, String> addresses =
        Map.of("nth-ingress:8081", ingress.address(), "nth-notifier:8082", notifier.address());
    try (ComposeGateway gateway = new ComposeGateway(folder, filesOfTheCluster(), addresses)) {
      notifier.hangUpOnce();
      assertThat(say(gateway, "GET /events/opening", "").status()).isEqualTo(200);
      assertThat(notifier.seen()).hasSize(2);
      say(gateway, "POST /events/opening/entries", FORGED);
      assertThat(ingress.seen()).hasSize(1).allSatisfy(ITGateway::assertOursOnly);
      ingress.hangUpOnce();
      Heard entry = say(gateway, "POST /events/opening/entries", "");
      assertThat(entry.gist()).isEqualTo("503 outcome_unknown");
    }
  }

  private Map<String, String> filesOfTheCluster() throws IOException {
    Map<String, String> files = new TreeMap<>();
    Path made = Files.createDirectories(folder.resolve("map")).toAbsolutePath();
    for (var file : new Manifests().one(ConfigMap.class, "nth-gateway").getData().entrySet()) {
      String target = file.getKey().equals("nginx.conf") ? "/etc/nginx/" : "/etc/nginx/nth/";
      Path source = Files.writeString(made.resolve(file.getKey()), file.getValue());
      files.put(target + file.getKey(), source.toString());
    }
    return files;
  }

  @Test
  void whileNobodyIsThere_itSaysWhatThatMeans() {
    ComposeFile base = compose();
    String nobody = Ports.HOST + ":" + LocalProcess.freePort();
    Map<String, String> addresses = addresses(base);
    addresses.replaceAll((name, here) -> nobody);
    try (ComposeGateway gateway = new ComposeGateway(folder, files(base), addresses)) {
      Heard entry = say(gateway, "POST /events/opening/entries", "");
      assertThat(entry.gist()).isEqualTo("503 outcome_unknown");
      assertThat(entry.header("retry-after")).isEqualTo("2");
      assertThat(say(gateway, "GET /events/opening", "").gist()).isEqualTo("503 unavailable");
    }
  }

  @Test
  void whatItRefusesByItself_isSaidInTheWordsOfNth() {
    try (ComposeGateway gateway = gateway()) {
      assertOwn(say(gateway, "TRACE /events/opening", ""), "405 method_not_allowed");
      assertOwn(say(gateway, "GET /actuator", ""), "404 not_found");
      assertOwn(
          RawHttp.ask(
              gateway.port(),
              "PUT /events/opening HTTP/1.1\r\nHost: shop\r\nContent-Length: 65537\r\n\r\n"),
          "413 body_too_large");
    }
    assertThat(ingress.seen()).isEmpty();
  }

  private static void assertOwn(Heard answer, String gist) {
    assertThat(answer.gist()).isEqualTo(gist);
    assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
    assertThat(answer.header("cache-control")).isEqualTo("no-store");
    assertThat(answer.body()).contains(answer.header("x-correlation-id"));
  }

  private static Heard say(ComposeGateway gateway, String line, String headers) {
    String request =
        "%s HTTP/1.1\nHost: shop.example\n%sContent-Length: 0\nConnection: close\n\n"
            .formatted(line, headers)
            .replace("\n", "\r\n");
    try (RawHttp connection = new RawHttp(gateway.port())) {
      connection.say(request);
      return line.startsWith("HEAD") ? connection.hearHead() : connection.hear();
    }
  }

  private ComposeGateway gateway(String... overrides) {
    ComposeFile compose = compose(overrides);
    return new ComposeGateway(folder, files(compose), addresses(compose));
  }

  private ComposeGateway gateway(Map<String, String> more, Map<String, String> exchanged) {
    ComposeFile compose = compose();
    Map<String, String> files = files(compose);
    exchanged.forEach((target, name) -> files.put(target, "deploy/nginx/" + name + ".conf"));
    Map<String, String> addresses = addresses(compose);
    addresses.putAll(more);
    return new ComposeGateway(folder, files, addresses);
  }

  private static ComposeFile compose(String... overrides) {
    return new ComposeFile(ComposeStage.SURROUNDINGS, overrides);
  }

  private static Map<String, String> files(ComposeFile compose) {
    return new TreeMap<>(compose.volumes("gateway"));
  }

  private Map<String, String> addresses(ComposeFile compose) {
    Map<String, String> addresses = new HashMap<>();
    addresses.put(compose.address("ingress") + ":8081", ingress.address());
    addresses.put(compose.address("notifier") + ":8082", notifier.address());
    return addresses;
  }
}
