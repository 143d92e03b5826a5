package nth.proof.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import nth.contract.CountMode;
import nth.contract.EventId;
import nth.contract.Position;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VisitorsTest {

  private static final Server.Reply QUEUED =
      Server.Reply.json(202, "{'status':'queued','request_id':'click-7-0','position':'0-5'}");
  private static final Server.Reply UNKNOWN =
      Server.Reply.json(503, "{'code':'outcome_unknown','request_id':'click-7-0'}");
  private static final Show SHOW =
      new Show(0, new EventId("one"), 10, List.of(3), true, null, null, CountMode.LIVE);

  @TempDir private Path folder;
  private final Wire wire = new Wire();
  private Duration timeout = Duration.ofSeconds(60);

  @AfterEach
  void close() {
    wire.close();
  }

  @Test
  void whoIsTurnedAway_triesTheOtherDoor_withTheSameKey() throws Exception {
    try (Server first = new Server(UNKNOWN);
        Server second = new Server(UNKNOWN, QUEUED)) {
      List<Code> codes = enter(List.of(first.address(), second.address()));

      assertThat(codes.get(codes.size() - 1)).isEqualTo(Code.QUEUED);
      assertThat(codes).hasSize(4);
      assertThat(first.requests()).hasSize(2).allMatch(r -> r.contains("click-7-0"));
      assertThat(second.requests()).hasSize(2).allMatch(r -> r.contains("click-7-0"));
    }
  }

  @Test
  void silenceAndBrokenConnections_areTriedAgain() throws Exception {
    timeout = Duration.ofMillis(500);
    try (Server server =
        new Server(new Server.Reply(-1, "", ""), new Server.Reply(0, "", ""), QUEUED)) {
      assertThat(enter(List.of(server.address())))
          .containsExactly(Code.TIME_OUT, Code.CONNECTION_LOST, Code.QUEUED);
    }
  }

  @Test
  void nobodyAtOneDoor_isFoundAtTheOther() throws Exception {
    try (Server server = new Server(QUEUED)) {
      URI nobody = URI.create("http://127.0.0.1:1");

      assertThat(enter(List.of(nobody, server.address())))
          .containsExactly(Code.NO_CONNECTION, Code.QUEUED);
    }
  }

  @Test
  void refusal_isFinal() throws Exception {
    try (Server server = new Server(Server.Reply.json(409, "{'code':'closed','position':'0-6'}"))) {
      assertThat(enter(List.of(server.address()))).containsExactly(Code.CLOSED);
    }
  }

  @Test
  void whoStillTriesAtTheEnd_hasGivenUp() throws Exception {
    try (Journal journal = journal();
        Server server = new Server(UNKNOWN)) {
      Visitors visitors = visitors(journal, List.of(server.address()));
      wire.loop().execute(() -> visitors.enter(SHOW, new Click(7, 0, 0, false), () -> {}));
      await().until(() -> !server.requests().isEmpty());

      wire.loop().submit(visitors::sendHome).sync();

      assertThat(journal.count(Code.GAVE_UP)).isEqualTo(1);
      assertThat(wire.loop().submit(visitors::inFlight).get()).isZero();
    }
  }

  @Test
  void decision_isReadInFull() throws Exception {
    String body =
        "{'status':'decided','request_id':'click-7-0','position':'1-9','decided_at':"
            + "'2026-11-30T16:47:12.589Z','seq':3,'winner':true,'already':true}";
    try (Journal journal = journal();
        Server server = new Server(Server.Reply.json(200, body))) {
      enter(journal, List.of(server.address()));

      assertThat(journal.get(0).answer())
          .isEqualTo(
              new Answer(
                  200,
                  Code.DECIDED,
                  new Position(1, 9),
                  "click-7-0",
                  3,
                  true,
                  true,
                  1_796_057_232_589L));
    }
  }

  private List<Code> enter(List<URI> doors) throws Exception {
    try (Journal journal = journal()) {
      return enter(journal, doors);
    }
  }

  private List<Code> enter(Journal journal, List<URI> doors) throws Exception {
    Visitors visitors = visitors(journal, doors);
    CountDownLatch done = new CountDownLatch(1);
    wire.loop().execute(() -> visitors.enter(SHOW, new Click(7, 0, 0, false), done::countDown));
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    return IntStream.range(0, journal.size())
        .mapToObj(row -> journal.get(row).answer().code())
        .toList();
  }

  private Journal journal() {
    Journal journal = new Journal(folder);
    journal.open(SHOW.id());
    return journal;
  }

  private Visitors visitors(Journal journal, List<URI> doors) throws IOException {
    CrowdSettings settings = new CrowdSettings(1, 10, 10, timeout, 1, 10, 10, 0, 0);
    return new Visitors(wire, doors, settings, journal, (show, attempt) -> {});
  }
}
