import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Prints how an event stands until it is closed: java Watch.java http://127.0.0.1:8080 opening */
class Watch {

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI stream;
  private String event = "";
  private String lastId = "";
  private boolean closed;
  private int failures;

  Watch(URI stream) {
    this.stream = stream;
  }

  public static void main(String[] args) throws InterruptedException {
    new Watch(URI.create(args[0] + "/events/" + args[1] + "/stream")).untilClosed();
  }

  void untilClosed() throws InterruptedException {
    while (!closed) {
      long seconds = 0;
      try {
        seconds = listen();
      } catch (IOException | UncheckedIOException e) {
        System.err.println("connection lost");
      }
      if (!closed) {
        long mostMs = Math.min(30_000, 2_000L << Math.min(failures++, 4));
        Thread.sleep(seconds * 1_000 + ThreadLocalRandom.current().nextLong(mostMs / 2, mostMs));
      }
    }
  }

  /** Returns the seconds to wait before coming again, as far as the server says. */
  private long listen() throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(stream).header("Accept", "text/event-stream");
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    HttpResponse<Stream<String>> response = http.send(request.build(), BodyHandlers.ofLines());
    try (Stream<String> lines = response.body()) {
      if (response.statusCode() == 200) {
        lines.forEach(this::take);
      }
      closed |= response.statusCode() == 204; // the last frame was seen already
    }
    return response.headers().firstValueAsLong("Retry-After").orElse(0);
  }

  private void take(String line) {
    if (line.startsWith("id:")) {
      lastId = line.substring(3).strip();
    } else if (line.startsWith("event:")) {
      event = line.substring(6).strip();
    } else if (line.startsWith("data:")) {
      failures = 0;
      closed = event.equals("closed");
      System.out.println(line.substring(5).strip());
    }
  }
}
