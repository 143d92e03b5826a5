package nth.sequencer.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import nth.contract.fixtures.Samples;
import org.junit.jupiter.api.Test;

/** Golden requests: what a shop gets, byte by byte. */
class RequestTest {

  private static final Instant NOW = Instant.parse("2027-03-28T10:00:04Z");
  private static final WebhookSettings SETTINGS =
      new WebhookSettings(
          "https://shop.example/hooks/nth",
          List.of(WebhooksUnderTest.SECRET),
          null,
          Duration.ofSeconds(10),
          Duration.ofSeconds(5),
          Duration.ofHours(1),
          Duration.ofDays(3),
          false);

  @Test
  void aWin_isTheGoldenRequest_whichIsTheOneOfTheDocument() throws Exception {
    String golden = golden("won.http");

    assertThat(request(Notice.of(Samples.WINNER, Happenings.bytes(Samples.WINNER))))
        .isEqualTo(golden);
    assertThat(Files.readString(Path.of("..", "docs", "webhooks.md")))
        .contains("```http\n" + golden + "```");
  }

  @Test
  void aClosing_isTheGoldenRequest() throws Exception {
    assertThat(request(Notice.of(Samples.FINISHED, Happenings.bytes(Samples.FINISHED))))
        .isEqualTo(golden("closed.http"));
  }

  private static String request(Notice notice) {
    var request = new StringBuilder("POST " + URI.create(SETTINGS.url()).getPath() + " HTTP/1.1\n");
    new Endpoint(SETTINGS, Clock.systemUTC())
        .headers(notice.id(), notice.body(), NOW)
        .forEach((name, value) -> request.append(name).append(": ").append(value).append('\n'));
    return request.append('\n').append(new String(notice.body(), UTF_8)).append('\n').toString();
  }

  private static String golden(String name) throws Exception {
    return new String(RequestTest.class.getResourceAsStream(name).readAllBytes(), UTF_8);
  }
}
