package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import nth.contract.CountMode;
import nth.contract.EventId;
import nth.contract.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three streams for a network and six in all, behind a proxy that says for whom it asks. */
class ITStreamPlaces {

  private static final int SHARE = 3;
  private static final int ROOM = 6;

  private static ResultLog log;
  private static Instance instance;
  private static volatile boolean failing;

  private final Story story = log.story();
  private final EventId event = story.eventId();
  private final List<Listener> listeners = new ArrayList<>();

  @BeforeAll
  static void start() {
    log = new ResultLog(1);
    instance =
        Instance.start(
                log,
                Instance.freshFolder(),
                beans ->
                    beans.registerBean(
                        StreamController.BeforeSnapshot.class, () -> ITStreamPlaces::mayFail),
                "--nth.notifier.max-streams=" + ROOM,
                "--nth.notifier.max-streams-per-network=" + SHARE,
                "--nth.identity.trusted-proxies=127.0.0.1")
            .untilReady();
  }

  private static void mayFail() {
    if (failing) {
      throw new IllegalStateException("on purpose");
    }
  }

  @AfterAll
  static void stop() {
    instance.close();
    log.close();
  }

  // O-32
  @AfterEach
  void nobodyIsLeft() {
    listeners.forEach(Listener::close);
    Instance.until(() -> OpenInstance.openStreams(instance) == 0);
  }

  private static String[] from(String client) {
    return new String[] {"X-Forwarded-For", client};
  }

  private void listen(int streams, String... headers) {
    for (int i = 0; i < streams; i++) {
      listeners.add(instance.listen(event, headers).untilHeard(1));
    }
  }

  private String refusal(String... headers) {
    String[] all =
        Stream.concat(Stream.of("Accept", "text/event-stream"), Stream.of(headers))
            .toArray(String[]::new);
    Instance.Answer answer = instance.get("/events/" + event + "/stream", all);
    assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(2, 10);
    assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    return answer.status() + " " + answer.code();
  }

  private void commitAndShow(Result... results) {
    long offset = log.commit(results);
    Instance.until(() -> instance.bean(ResultBoard.class).progress(0).next() > offset);
  }

  @Test
  void network_hasItsShare_allHaveTheRoom_andPlacesGivenBackAreTakenAgain() {
    commitAndShow(story.defined(CountMode.LIVE, 5));
    listen(2, from("2001:db8:0:1::1"));
    listen(1, from("2001:db8:0:1:2::2"));
    assertThat(refusal(from("2001:db8:0:1::3"))).isEqualTo("429 too_many_streams_per_network");

    listen(SHARE, from("198.51.100.1"));
    assertThat(refusal(from("203.0.113.9"))).isEqualTo("503 too_many_streams");

    listeners.remove(0).close();
    Instance.until(() -> OpenInstance.openStreams(instance) == ROOM - 1);
    assertThat(refusal(from("198.51.100.1"))).isEqualTo("429 too_many_streams_per_network");
    listen(1, from("2001:db8:0:1::3"));
  }

  @Test
  void whereTheProxyNamesNobody_onlyTheRoomCounts() {
    commitAndShow(story.defined(CountMode.LIVE, 5));
    listen(ROOM);
    assertThat(refusal()).isEqualTo("503 too_many_streams");
  }

  // O-32
  @Test
  void whoeverGetsNoStream_keepsNoPlace() throws IOException {
    String all = "/events/" + event + "/stream";
    String mine = "/events/" + event + "/entries/me/stream";
    commitAndShow(story.defined(CountMode.LIVE, 5));
    for (int i = 0; i < SHARE + 1; i++) {
      assertThat(status("GET", "/events/unknown/stream")).isEqualTo(404);
      assertThat(status("GET", "/events/UPPER/stream")).isEqualTo(400);
      assertThat(status("GET", mine)).isEqualTo(401);
      assertThat(status("GET", mine, "X-User-Id", "no body")).isEqualTo(400);
      assertThat(status("GET", all, "Accept", "text/html")).isEqualTo(406);
      assertThat(status("HEAD", all)).isEqualTo(200);
      failing = true;
      assertThat(status("GET", all)).isEqualTo(500);
      failing = false;
      goneBeforeTheAnswer(all);
    }
    Instance.until(() -> OpenInstance.openStreams(instance) == 0);
    listen(SHARE, from("192.0.2.1"));
    long last = log.commit(story.closed());
    listeners.forEach(Listener::untilOver);
    for (int i = 0; i < SHARE + 1; i++) {
      assertThat(status("GET", all, "Last-Event-ID", Long.toString(last))).isEqualTo(204);
    }
  }

  private int status(String method, String path, String... headers) {
    String[] all =
        Stream.concat(Stream.of(from("192.0.2.1")), Stream.of(headers)).toArray(String[]::new);
    return instance.call(method, path, all).status();
  }

  /** What it has seen is not known here, so it waits. */
  private void goneBeforeTheAnswer(String path) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", instance.port())) {
      String ask = "GET %s HTTP/1.1\r\nHost: nth\r\nX-Forwarded-For: 192.0.2.1\r\n%s\r\n";
      socket
          .getOutputStream()
          .write(ask.formatted(path, "Last-Event-ID: 999999999\r\n").getBytes());
      Instance.until(() -> OpenInstance.openStreams(instance) == 1);
      socket.setSoLinger(true, 0);
    }
    Instance.until(() -> OpenInstance.openStreams(instance) == 0);
  }
}
