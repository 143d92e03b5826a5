package nth.sequencer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Topics;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was put aside is read and put back. */
class ITDeadLetters extends OnARealBroker {

  private static final String ENTRY =
      "{\"type\":\"submit_entry\",\"v\":1,\"event_id\":\"opening\",\"user_id\":\"%s\","
          + "\"request_id\":\"r\",\"requested_at\":\"2027-03-28T10:00:00.000Z\"}";

  @TempDir private Path folder;

  @Test
  @Tag("O-03")
  @Tag("O-04")
  @Procedure("Read the dead letters, and put one back")
  void deadLetters_areListedSafely_andPutBackOnlyIfTheyCanBeDecided() throws IOException {
    try (var line = start(RunningSequencer.freshStateDir())) {
      awaitReady(line);
      wire.define(EVENT, false, 3);
      wire.raw(Topics.ENTRIES, EVENT.value(), "\u001b[2J {".getBytes(UTF_8), "nth-x");
      wire.raw(Topics.ENTRIES, "closing", ENTRY.formatted("alice").getBytes(UTF_8));
      wire.raw(Topics.ENTRIES, null, null);
      wire.enter(EVENT, Wire.people(1, 1).get(0));
      awaitNumbers(line, 1);
      await().atMost(LIMIT).until(() -> wire.read(Topics.DEAD_LETTERS).size() == 3);

      listed();
      refused();
      putBack(line);
    }
    Asked audit = ask("audit", "--no-database");
    assertThat(audit.code()).as(audit.said()).isZero();
  }

  private void listed() {
    String all = ask("dead-letters").said();
    assertThat(all)
        .contains(
            "nth.entries-0 at 1", "invalid_json", "\\u001b[2J {", "key_mismatch", "missing_key")
        .contains("3 dead letters\n")
        .doesNotContain("\u001b");
    assertThat(ask("dead-letters", "--limit", "1").said()).contains("1 dead letters, and more");
    String json = ask("dead-letters", "--from", offsetOf(1), "--limit", "1", "--json").said();
    assertThat(Json.strict().readTree(json).path("source_offset").asInt()).isEqualTo(2);
    assertThat(Json.strict().readTree(json).path("key").asString()).isEqualTo("closing");
  }

  private void refused() {
    assertThat(ask("put-back", offsetOf(0), "--yes").said()).contains("invalid_json");
    assertThat(ask("put-back", offsetOf(1), "--yes").said()).contains("key_mismatch");
    assertThat(ask("put-back", offsetOf(2), "--yes").code()).isEqualTo(2);
    assertThat(ask("put-back", offsetOf(1), "--value", "nowhere").said())
        .contains("nowhere cannot be read");
    assertThat(ask("put-back", "4711", "--yes").said()).contains("holds nothing at 4711");
    assertThat(numbers()).hasSize(1);
  }

  private void putBack(RunningSequencer line) throws IOException {
    Path value = folder.resolve("value.json");
    Files.writeString(value, ENTRY.formatted("alice"));
    Asked alice = ask("put-back", offsetOf(1), "--value", value.toString(), "--yes");
    assertThat(alice.said()).contains("submit_entry of opening").contains("It is at 0-5 now.");
    awaitNumbers(line, 2);
    var record = wire.read(Topics.ENTRIES).get(5);
    assertThat(record.key()).isEqualTo("opening".getBytes(UTF_8));
    assertThat(Headers.text(record.headers(), "nth-put-back-of")).isEqualTo(offsetOf(1));
    assertThat(record.headers().lastHeader("nth-reason")).isNull();

    Files.writeString(value, ENTRY.formatted("bob"));
    Asked bob = ask("put-back", offsetOf(0), "--value", value.toString(), "--yes");
    assertThat(bob.code()).isZero();
    awaitNumbers(line, 3);
    assertThat(wire.history().winners()).hasSize(1);
    assertThat(wire.read(Topics.ENTRIES).get(6).headers().lastHeader("nth-x")).isNotNull();
  }

  private String offsetOf(int letter) {
    return Long.toString(wire.read(Topics.DEAD_LETTERS).get(letter).offset());
  }

  private Asked ask(String... arguments) {
    return ask(Map.of(), arguments);
  }
}
