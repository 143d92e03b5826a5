package nth.local;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.local.OpenApi.Asked;
import nth.web.fixtures.Heard;
import nth.web.fixtures.RawHttp;

/** Calls whose answers are each held against the documents. */
final class Round {

  private final URI address;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, OpenApi> documents =
      Map.of("ingress", OpenApi.of("ingress"), "notifier", OpenApi.of("notifier"));
  private final Set<String> had = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();

  Round(URI address) {
    this.address = address;
  }

  Map<String, OpenApi> documents() {
    return documents;
  }

  /** Whatever was not as it is written. */
  List<String> faults() {
    return faults;
  }

  /** Like {@link OpenApi#answers()}, of all documents. */
  Set<String> had() {
    return had.stream()
        .filter(answer -> !answer.startsWith(OpenApi.ELSEWHERE))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  RawHttp raw(Asked asked, String query, String rest) {
    int port = address.getPort();
    String line = asked.method() + " " + asked.path() + query + " HTTP/1.1\r\n";
    return new RawHttp(port).say(line + "Host: 127.0.0.1:" + port + "\r\n" + rest);
  }

  Heard once(RawHttp connection) {
    try (connection) {
      return connection.hear();
    }
  }

  /** Until there were too many. */
  void untilLimited(String method, String path, String header) {
    for (int i = 0; i < 200; i++) {
      if (ask(method, path, "", "", header).gist().equals("429 rate_limited")) {
        return;
      }
    }
    throw new AssertionError("never limited: " + method + " " + path);
  }

  Heard ask(String method, String path, String gist) {
    return ask(method, path, gist, "");
  }

  /**
   * @param gist expected; nothing: anything that is documented
   * @param headers like {@code Accept: text/html}
   */
  Heard ask(String method, String path, String gist, String body, String... headers) {
    Map<String, String> sent =
        Stream.of(headers)
            .map(header -> header.split(": ", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    Asked asked = new Asked(method, path, sent, body);
    HttpRequest.Builder request = HttpRequest.newBuilder(address.resolve(path));
    sent.forEach(request::header);
    Heard answer =
        heard(
            request
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build());
    check(asked, answer, gist);
    return answer;
  }

  private Heard heard(HttpRequest request) {
    HttpResponse<String> response = http.sendAsync(request, BodyHandlers.ofString()).join();
    Map<String, List<String>> headers = new TreeMap<>();
    response.headers().map().forEach((k, v) -> headers.put(k.toLowerCase(Locale.ROOT), v));
    return new Heard(response.statusCode(), headers, response.body());
  }

  void check(Asked asked, Heard answer, String gist) {
    if (!gist.isEmpty() && !answer.gist().equals(gist)) {
      faults.add(asked.method() + " " + asked.path() + ": " + answer.gist() + ", not " + gist);
    }
    OpenApi document = documents.get(asked.method().equals("GET") ? "notifier" : "ingress");
    had.add(document.named(asked) + " " + answer.status());
    faults.addAll(document.faults(asked, answer));
  }
}
