package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.Nginx;
import nth.contract.fixtures.TokenIssuer;
import nth.contract.fixtures.Tools;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two notifiers as processes of their own behind one nginx, on one log, for all tests of a class.
 * People are known by the cookie, as behind a page.
 */
abstract class BehindNginx {

  /** No word of a log or of a path begins like this. */
  private static final String NAME = "u-17c9-";

  static final UserId ALICE = person("alice");
  static final UserId BOB = person("bob");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static Path folder;

  static ResultLog log;
  static NotifierProcess one;
  static NotifierProcess two;
  private static TokenIssuer issuer;
  private static Nginx nginx;
  private static final Map<Front, Integer> PORTS = new EnumMap<>(Front.class);
  private static final Deque<AutoCloseable> OPEN = new ArrayDeque<>();
  private static boolean complete;

  final Story story = log.story();
  final EventId event = story.eventId();

  @BeforeAll
  static void start() throws IOException {
    Tools.require("nginx");
    log = opened(new ResultLog(1));
    issuer = opened(new TokenIssuer());
    one = opened(notifier());
    two = opened(notifier());
    for (Front front : Front.values()) {
      PORTS.put(front, FreePort.any());
    }
    nginx =
        opened(
            new Nginx(
                Files.createDirectory(folder.resolve("nginx")),
                upstreams() + servers(),
                PORTS.values().stream().mapToInt(Integer::intValue).toArray()));
    ready(one);
    ready(two);
    complete = true;
  }

  private static <T extends AutoCloseable> T opened(T part) {
    OPEN.push(part);
    return part;
  }

  private static String upstreams() {
    return """
        upstream both { server 127.0.0.1:%1$d; server 127.0.0.1:%2$d; }
        upstream alone { server 127.0.0.1:%1$d; }
        upstream inner { server 127.0.0.1:%3$d; }
        upstream first {
          server 127.0.0.1:%1$d max_fails=0;
          server 127.0.0.1:%2$d max_fails=0 backup;
        }
        proxy_cache_path cache keys_zone=shared:1m;
        """
        .formatted(one.port(), two.port(), PORTS.get(Front.INNER));
  }

  private static String servers() {
    return PORTS.entrySet().stream()
        .map(entry -> entry.getKey().server(entry.getValue()))
        .collect(Collectors.joining());
  }

  static NotifierProcess notifier() {
    return new NotifierProcess(
        log,
        folder,
        Map.of(
            "NTH_NOTIFIER_HEARTBEAT",
            Lengths.HEARTBEAT.toMillis() + "ms",
            "NTH_IDENTITY_MODE",
            "jwt",
            "SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_ISSUER_URI",
            issuer.uri(),
            "SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_AUDIENCES",
            TokenIssuer.AUDIENCE,
            "LOGGING_LEVEL_ORG_SPRINGFRAMEWORK_BOOT",
            "info"));
  }

  /** And has seen the issuer's keys, which may take longer than a request waits. */
  static void ready(NotifierProcess notifier) {
    notifier.untilReady();
    Instance.until(() -> notifier.site().get("/events/none/entries/me", as(ALICE)).status() == 404);
  }

  /** Also what was opened by a start that failed. */
  @AfterAll
  static void stop() throws Exception {
    try {
      if (complete) {
        assertNobodyIsNamed();
      }
    } finally {
      complete = false;
      while (!OPEN.isEmpty()) {
        OPEN.pop().close();
      }
    }
  }

  /** O-37: by any of those through whose hands the requests of a class went. */
  private static void assertNobodyIsNamed() {
    for (String written :
        List.of(nginx.accessLog(), nginx.errorLog(), one.output(), two.output())) {
      // The middle of a token is its claims; every one begins like this.
      assertThat(written).doesNotContain(NAME).doesNotContain("eyJ");
    }
    assertThat(nginx.accessLog()).contains("/entries/me/stream");
  }

  static String errorsOfNginx() {
    return nginx.errorLog();
  }

  static Site through(Front front) {
    return Site.at(PORTS.get(front));
  }

  static UserId person(String name) {
    return new UserId(NAME + name);
  }

  static List<UserId> crowd(int size) {
    return Stream.iterate(1, i -> i + 1).limit(size).map(i -> person("" + i)).toList();
  }

  /** The headers of a browser in which this person is known. */
  static String[] as(UserId user, String... more) {
    return Stream.of(new String[] {"Cookie", cookie(user)}, more)
        .flatMap(Stream::of)
        .toArray(String[]::new);
  }

  static String cookie(UserId user) {
    return "__Host-nth=" + issuer.tokenOf(user);
  }

  /** Until both have read it. */
  void commitAndShow(Result... results) {
    log.commit(results);
    Position last = results[results.length - 1].origin().position();
    awaitShown(one, last);
    awaitShown(two, last);
  }

  /** To one who has no part in it, a position is nothing as soon as it is known. */
  void awaitShown(NotifierProcess notifier, Position position) {
    String path = "/events/" + event + "/entries/me?position=" + position;
    Instance.until(() -> notifier.site().get(path, as(person("nobody"))).status() == 404);
  }
}
