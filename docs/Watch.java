import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Prints how an event stands until it is closed: java Watch.java http://127.0.0.1:8080 opening */
class Watch {

  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(45);

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final ScheduledExecutorService watchdog = Executors.newSingleThreadScheduledExecutor();
  private final URI stream;
  private volatile long heardNanos;
  private String event = "";
  private String lastId = "";
  private boolean over;
  private int failures;

  Watch(URI stream) {
    this.stream = stream;
  }

  public static void main(String[] args) throws InterruptedException {
    new Watch(URI.create(args[0] + "/events/" + args[1] + "/stream")).untilClosed();
  }

  void untilClosed() throws InterruptedException {
    while (!over) {
      long seconds = 0;
      try {
        seconds = listen();
      } catch (IOException e) {
        System.err.println("connection lost");
      }
      if (!over) {
        long mostMs = Math.min(30_000, 2_000L << Math.min(failures++, 4));
        Thread.sleep(seconds * 1_000 + ThreadLocalRandom.current().nextLong(mostMs / 2, mostMs));
      }
    }
    watchdog.shutdownNow();
  }

  /** Returns the seconds to wait before coming again, as far as the server says. */
  private long listen() throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(stream).header("Accept", "text/event-stream");
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    HttpResponse<InputStream> response = answer(request.build());
    int status = response.statusCode();
    try (InputStream body = response.body()) {
      if (status == 200) {
        read(body);
      } else {
        System.err.println("status " + status);
      }
    }
    over |= status == 204 || status == 404; // the last frame was seen already, or no such event
    return response.headers().firstValueAsLong("Retry-After").orElse(0);
  }

  private HttpResponse<InputStream> answer(HttpRequest request)
      throws IOException, InterruptedException {
    var answer = http.sendAsync(request, BodyHandlers.ofInputStream());
    try {
      return answer.get(SILENCE_NANOS, TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      answer.cancel(true);
      throw new IOException(e);
    }
  }

  /** A comment comes every 15 s: who hears nothing for much longer is not connected any more. */
  private void read(InputStream body) throws IOException {
    heardNanos = System.nanoTime();
    var watch = watchdog.scheduleWithFixedDelay(() -> closeIfSilent(body), 5, 5, TimeUnit.SECONDS);
    try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        heardNanos = System.nanoTime();
        take(line);
      }
    } finally {
      watch.cancel(false);
    }
  }

  private void closeIfSilent(InputStream body) {
    if (System.nanoTime() - heardNanos > SILENCE_NANOS) {
      try {
        body.close();
      } catch (IOException e) {
        // It is closed all the same.
      }
    }
  }

  private void take(String line) {
    if (line.startsWith("id:")) {
      lastId = line.substring(3).strip();
    } else if (line.startsWith("event:")) {
      event = line.substring(6).strip();
    } else if (line.startsWith("data:")) {
      failures = 0;
      over = event.equals("closed");
      System.out.println(line.substring(5).strip());
    }
  }
}
