package nth.local;

import static org.awaitility.Awaitility.await;

import java.util.stream.Stream;
import nth.contract.EventId;
import nth.web.fixtures.Heard;
import nth.web.fixtures.RawHttp;
import tools.jackson.databind.JsonNode;

/** The organiser's corner as a page of this machine asks it. */
record Corner(int port) {

  /** With a crowd's own path. */
  static String rush(EventId event) {
    return "/organiser/events/" + event + "/rush";
  }

  static String close(EventId event) {
    return "/organiser/events/" + event + "/close";
  }

  static String audit(EventId event) {
    return "/organiser/events/" + event + "/audit";
  }

  static String payments(EventId event) {
    return "/organiser/events/" + event + "/payments";
  }

  Heard define(String body, String... headers) {
    return ask("POST", "/organiser/events", body, headers);
  }

  Heard rush(EventId event, int people, int seconds) {
    String wish = "{\"people\":%d,\"seconds\":%d}".formatted(people, seconds);
    return ask("POST", rush(event), wish);
  }

  JsonNode state(EventId event) {
    return ask("GET", rush(event), "").json();
  }

  JsonNode awaitBegin(EventId event) {
    return await()
        .atMost(Shop.LIMIT)
        .until(() -> state(event), state -> state.path("accepted").asInt() > 0);
  }

  JsonNode awaitEnd(EventId event) {
    return await()
        .atMost(Shop.LIMIT)
        .until(() -> state(event), state -> !state.path("running").asBoolean());
  }

  Heard enter(EventId event, String... headers) {
    return ask("POST", "/events/" + event + "/entries", "", headers);
  }

  Heard ask(String method, String path, String body, String... headers) {
    Stream<String> all = Stream.concat(Stream.of("Host: 127.0.0.1:" + port), Stream.of(headers));
    return raw(method, path, body, all.toArray(String[]::new));
  }

  /** With no header but these and those of the body. */
  Heard raw(String method, String path, String body, String... headers) {
    String type = body.isEmpty() ? "" : "Content-Type: application/json\r\n";
    return RawHttp.ask(
        port,
        "%s %s HTTP/1.1\r\n%s\r\n%sContent-Length: %d\r\n\r\n%s"
            .formatted(method, path, String.join("\r\n", headers), type, body.length(), body));
  }
}
