package nth.notifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import nth.contract.CountMode;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Connections as they are: silent and broken. */
@ExtendWith(OutputCaptureExtension.class)
class ITStreamConnections extends OpenInstance {

  private static final int RESETS = 1_000;
  private static final int AT_A_TIME = 250;

  // O-29, O-30
  @Test
  void headersForbidBufferingAndCaching_andSilenceIsFilled() {
    commitAndShow(story.defined(CountMode.LIVE, 5));
    try (Listener alice = instance.listenAs(People.ALICE, event, "Accept-Encoding", "gzip")) {
      Instance.until(() -> alice.comments().size() >= 3);
      log.commit(story.numbered(People.ALICE));
      alice.untilOver();

      assertThat(alice.events()).containsExactly("snapshot", "result");
      assertThat(alice.retries()).hasSize(1);
      assertThat(Integer.parseInt(alice.retries().get(0))).isBetween(2_000, 6_000);
      var headers = alice.response().headers();
      assertThat(headers.firstValue("Content-Type")).hasValue("text/event-stream");
      assertThat(headers.firstValue("Cache-Control")).hasValue("no-store");
      assertThat(headers.firstValue("X-Accel-Buffering")).hasValue("no");
      assertThat(headers.firstValue("Connection")).hasValue("close");
      assertThat(headers.firstValue("Content-Encoding")).isEmpty();
      assertThat(headers.allValues("Vary")).anyMatch(vary -> vary.contains("X-User-Id"));
    }
  }

  /** What was prepared for a stream serves nothing else. */
  @Test
  void connection_endsWithItsStream() throws IOException {
    commitAndShow(story.defined(CountMode.LIVE, 5));
    try (Socket socket = instance.rawStream(event)) {
      socket.setSoTimeout((int) Instance.LIMIT.toMillis());
      log.commit(story.closed());
      String whole = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(whole).contains("event: closed").endsWith("\r\n0\r\n\r\n");
    }
  }

  // O-31, O-32
  @Test
  void resetConnections_leaveNothingBehind_andNothingInTheLog(CapturedOutput output)
      throws IOException {
    commitAndShow(story.defined(CountMode.LIVE, 100_000));
    for (int round = 0; round < RESETS / AT_A_TIME; round++) {
      List<Socket> sockets = new ArrayList<>();
      for (int i = 0; i < AT_A_TIME; i++) {
        sockets.add(instance.rawStream(event));
      }
      Instance.until(() -> openStreams(instance) == sockets.size());
      for (Socket socket : sockets) {
        if (socket.getLocalPort() % 5 == 0) {
          log.commit(story.numbered(new UserId("person-" + story.next().offset())));
        }
        socket.setSoLinger(true, 0);
        socket.close();
      }
      Instance.until(() -> openStreams(instance) == 0);
    }

    assertThat(output.getAll()).doesNotContain("ERROR").doesNotContain("Exception");
  }
}
