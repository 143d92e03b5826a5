package nth.ingress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.stream.Stream;
import nth.contract.Command.SubmitEntry;
import nth.contract.UserId;
import nth.ingress.Door.Answer;
import nth.ingress.OtherParty.Received;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Keys as bytes on a connection: Java's own client would refuse to send the worst of them. */
@ExtendWith(OutputCaptureExtension.class)
class ITIdempotencyKeys extends RunningIngress {

  /** In every key that is refused: it must not be seen again. */
  private static final String MARK = "mArK";

  private static int users;

  /** As sent, and as taken. */
  static Stream<Map.Entry<String, String>> keys() {
    return Stream.of(
        entry("k", "k"),
        entry("k".repeat(128), "k".repeat(128)),
        entry("\"a b\"", "a b"),
        entry("  padded \t", "padded"),
        entry("a,b", "a,b"),
        entry("!#$%&'()*+,-./:;<=>?@[]^_`{|}~", "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"),
        entry("%0d%0aX-Evil:%201", "%0d%0aX-Evil:%201"));
  }

  static Stream<String> otherKeys() {
    return Stream.of(
        "",
        "\"\"",
        MARK + "k".repeat(125),
        MARK + "k".repeat(251),
        MARK + "k".repeat(252),
        MARK + "k".repeat(7_000),
        MARK + "\ta",
        "\"" + MARK,
        MARK + "\"",
        "\"" + MARK + "\" x",
        "\"" + MARK + "\", \"b\"",
        MARK + "\\",
        MARK + "\u00e4",
        MARK + "\u00c3\u00a4",
        MARK + "\r\nIdempotency-Key: second",
        MARK + "\r\nIdempotency-Key: " + MARK);
  }

  /** What HTTP itself forbids never comes as far as us. */
  static Stream<String> brokenHeaders() {
    return Stream.of(
        MARK + "\u0000",
        MARK + "\u0001",
        MARK + "\ra",
        MARK + "\u001b[31m",
        MARK + "\u007f",
        MARK + "k".repeat(9_000));
  }

  @ParameterizedTest
  @MethodSource("keys")
  @Tag("O-46")
  void aKey_isTakenAndReturned(Map.Entry<String, String> key) {
    show(Views.open(event));

    String answer = send(key.getKey());

    assertThat(answer)
        .startsWith("HTTP/1.1 202 ")
        .contains("\r\nIdempotency-Key: " + key.getValue());
    assertThat(answer).doesNotContain("\r\nX-Evil");
    Received entry = sequencer.next(event);
    assertThat(entry.command().requestId().value()).isEqualTo(key.getValue());
  }

  @ParameterizedTest
  @MethodSource("otherKeys")
  @Tag("O-46")
  void anythingElse_isRefused_andSeenNowhere(String key, CapturedOutput output) {
    String answer = send(key);

    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"invalid_idempotency_key\"");
    assertSeenNowhere(answer, output);
  }

  @ParameterizedTest
  @MethodSource("brokenHeaders")
  @Tag("O-46")
  void whatIsNoHeaderAtAll_isRefused_andSeenNowhere(String key, CapturedOutput output) {
    String answer = send(key);

    assertThat(answer).matches("(?s)HTTP/1.1 (400|413|431) .*");
    assertSeenNowhere(answer, output);
  }

  private void assertSeenNowhere(String answer, CapturedOutput output) {
    assertThat(answer).doesNotContain(MARK).doesNotContain("\u00e4");
    assertThat(output.getAll()).doesNotContain(MARK);
    assertThat(commandsOf(event)).isEmpty();
  }

  /** One request, byte by byte as given, and everything that comes back. */
  private String send(String key) {
    URI uri = door.to("/").build().uri();
    String request =
        "POST /events/%s/entries HTTP/1.1\r\nHost: nth\r\nConnection: close\r\nX-User-Id: u-%d\r\n"
            .formatted(event, users++);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket
          .getOutputStream()
          .write((request + "Idempotency-Key: " + key + "\r\n\r\n").getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (IOException e) {
      throw new AssertionError("no answer to it", e);
    }
  }

  @Test
  void aRetryAfter429_isProcessed() {
    show(Views.open(event));
    UserId greedy = new UserId("greedy");
    Answer limited =
        await()
            .atMost(OtherParty.LIMIT)
            .until(
                () -> door.ask(door.entry(event, greedy).header("Idempotency-Key", "again")),
                answer -> answer.status() == 429);
    sequencer.rest();
    assertThat(limited.member("request_id")).isEqualTo("again");

    await()
        .atMost(OtherParty.LIMIT)
        .until(
            () -> door.ask(door.entry(event, greedy).header("Idempotency-Key", "again")).gist(),
            "202 queued"::equals);

    assertThat(commandsOf(event))
        .extracting(Received::command)
        .singleElement()
        .isInstanceOfSatisfying(
            SubmitEntry.class,
            entry -> {
              assertThat(entry.userId()).isEqualTo(greedy);
              assertThat(entry.requestId().value()).isEqualTo("again");
            });
  }
}
