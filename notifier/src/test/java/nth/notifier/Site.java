package nth.notifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import nth.contract.EventId;

/** Where a notifier, or what stands in front of it, can be asked. */
record Site(URI address) {

  // As browsers and proxies speak without TLS.
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  static Site at(int port) {
    return new Site(URI.create("http://127.0.0.1:" + port));
  }

  static String stream(EventId eventId) {
    return "/events/" + eventId + "/stream";
  }

  static String myStream(EventId eventId) {
    return "/events/" + eventId + "/entries/me/stream";
  }

  Instance.Answer get(String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(path)).timeout(Instance.LIMIT);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> response =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Instance.Answer(response.statusCode(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Listener listen(String path, String... headers) {
    return new Listener(HTTP, address.resolve(path), headers);
  }
}
