package nth.proof.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import nth.contract.CountMode;
import nth.contract.Decision;
import nth.contract.EventId;
import org.junit.jupiter.api.Test;

class WatcherTest {

  private static final Show SHOW =
      new Show(0, new EventId("one"), 10, List.of(3), true, null, null, CountMode.LIVE);
  private static final String NONE = "event: snapshot\ndata: {'status':'none'}\n\n";
  private static final String REFUSED =
      "id: 4\nevent: result\ndata: {'status':'refused','request_id':'r','position':'0-3',"
          + "'decided_at':'2026-11-30T16:47:12.589Z','reason':'not_started'}\n\n";
  private static final String DECIDED =
      ":\n\nid: 9\nevent: result\ndata: {'status':'decided','request_id':'r','position':'0-8',"
          + "'decided_at':'2026-11-30T16:47:12.589Z','seq':3,'winner':true,'already':false}\n\n";
  private static final Server.Reply OVER = new Server.Reply(204, "text/event-stream", "");

  @Test
  void watcher_comesBackWithTheLastId_untilItIsOver() throws Exception {
    try (Server server =
        new Server(
            Server.Reply.json(503, "{}"),
            Server.Reply.stream("retry: 10\n" + NONE + REFUSED),
            Server.Reply.stream(DECIDED),
            OVER)) {
      Watched watched = new Watcher(List.of(server.address()), SHOW, 7, () -> true).watch();

      assertThat(watched.ended()).isTrue();
      assertThat(watched.reconnects()).isEqualTo(1);
      assertThat(watched.frames()).extracting(Frame::id).containsExactly(Frame.NO_ID, 4L, 9L);
      assertThat(watched.frames()).extracting(Frame::connection).containsExactly(1, 1, 2);
      assertThat(watched.frames().get(2).decision()).isInstanceOf(Decision.Decided.class);
      assertThat(server.requests())
          .allMatch(request -> request.startsWith("/events/one/entries/me/stream"))
          .extracting(request -> request.substring(request.lastIndexOf(' ') + 1))
          .containsExactly("null", "null", "4", "9");
    }
  }

  @Test
  void watcherWhoRunsOutOfPatience_hasSeenNoEnd() throws Exception {
    try (Server server = new Server(Server.Reply.stream(NONE))) {
      AtomicInteger left = new AtomicInteger(5);

      Watched watched =
          new Watcher(List.of(server.address()), SHOW, 7, () -> left.decrementAndGet() > 0).watch();

      assertThat(watched.ended()).isFalse();
      assertThat(watched.frames()).hasSize(2);
    }
  }

  @Test
  void heartbeats_doNotHoldWhoHasNoPatienceLeft() throws Exception {
    try (Server server = new Server(Server.Reply.stream(NONE + ":\n\n:\n\n" + REFUSED))) {
      AtomicInteger left = new AtomicInteger(4);

      Watched watched =
          new Watcher(List.of(server.address()), SHOW, 7, () -> left.decrementAndGet() > 0).watch();

      assertThat(watched.frames()).hasSize(1);
    }
  }

  @Test
  void denial_isCounted() throws Exception {
    try (Server server = new Server(Server.Reply.json(404, "{'code':'event_not_found'}"), OVER)) {
      Watched watched =
          new Watcher(List.of(server.address()), SHOW, Watched.EVERYBODY, () -> true).watch();

      assertThat(watched.denials()).isEqualTo(1);
      assertThat(server.requests()).allMatch(request -> request.startsWith("/events/one/stream"));
    }
  }
}
