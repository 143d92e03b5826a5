package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.stream.Stream;
import nth.contract.fixtures.People;
import nth.ingress.Door.Answer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ITEntriesInBadForm extends RunningIngress {

  ITEntriesInBadForm() {
    super("--nth.rate-limit.burst=50");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          event | user  | key | type       | body    | answer
          UPPER | alice | k   | -          | -       | 400 invalid_event_id
          UPPER | -     | k   | -          | -       | 400 invalid_event_id
          e     | -     | k   | -          | -       | 401 user_required
          e     | -     | a"b | -          | -       | 401 user_required
          e     | a b   | k   | -          | -       | 400 invalid_user
          e     | alice | a"b | -          | -       | 400 invalid_idempotency_key
          e     | alice | a"b | json       | [       | 400 invalid_idempotency_key
          e     | alice | k   | json       | {"a":1} | 400 invalid_body
          e     | alice | k   | json       | []      | 400 invalid_body
          e     | alice | k   | json       | {}{}    | 400 invalid_body
          e     | alice | k   | json       | null    | 400 invalid_body
          e     | alice | k   | text/plain | {}      | 415 unsupported_media_type
          e     | alice | k   | -          | {}      | 415 unsupported_media_type
          e     | alice | k   | nonsense   | {}      | 415 unsupported_media_type
          """,
      useHeadersInDisplayName = true)
  void whatIsWrong_isSaidInOrder_andNothingIsWritten(
      String id, String user, String key, String type, String body, String answer) {
    sequencer.rest();
    var request =
        door.to("/events/" + id + "/entries")
            .POST(body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .header("Idempotency-Key", key);
    Stream.of(new String[] {"X-User-Id", user}, new String[] {"Content-Type", mediaType(type)})
        .filter(header -> header[1] != null)
        .forEach(header -> request.header(header[0], header[1]));

    Answer told = door.ask(request);

    assertThat(told.gist()).isEqualTo(answer);
    assertThat(told.member("request_id")).isEqualTo(told.header("Idempotency-Key")).isNotEmpty();
    assertThat(told.member("correlation_id")).isEqualTo(told.header("X-Correlation-Id"));
    if (key.equals("k")) {
      assertThat(told.member("request_id")).isEqualTo("k");
    }
    assertThat(sequencer.rest()).isEmpty();
  }

  private static @Nullable String mediaType(@Nullable String type) {
    return "json".equals(type) ? "application/json" : type;
  }

  @Test
  void answerThatWouldNotBeAccepted_isSaidBeforeAnythingIsWritten() {
    sequencer.rest();

    Answer told = door.ask(door.entry(event, People.ALICE).header("Accept", "text/html"));

    assertThat(told.gist()).isEqualTo("406 not_acceptable");
    assertThat(sequencer.rest()).isEmpty();
  }

  @Test
  void acceptThatCannotBeRead_isPassedOver() {
    Answer told = door.ask(door.entry(event, People.ALICE).header("Accept", "garbage"));

    assertThat(told.gist()).isEqualTo("404 event_not_found");
  }

  @Test
  void aBodyThatIsTooLarge_isRefused() {
    var request =
        door.entry(event, People.ALICE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(" ".repeat(20_000) + "{}"));
    assertThat(door.ask(request).gist()).isEqualTo("413 body_too_large");
  }

  @Test
  void twoUserHeaders_areRefused() {
    var request = door.entry(event, People.ALICE).header("X-User-Id", "bob");
    assertThat(door.ask(request).gist()).isEqualTo("400 invalid_user");
  }
}
