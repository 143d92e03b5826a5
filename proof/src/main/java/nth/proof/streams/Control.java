package nth.proof.streams;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import nth.proof.stage.StageException;

/** Short questions and orders, beside the streams. */
final class Control {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int OK = 200;
  private static final int PAUSE_MS = 50;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  String get(URI address) {
    return send(HttpRequest.newBuilder(address));
  }

  void post(URI address, String body) {
    send(HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** Asks until it is answered with 200. */
  void await(URI address) throws InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (status(address) != OK) {
      if (System.nanoTime() > end) {
        throw new StageException(address + " does not answer 200");
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    }
  }

  private int status(URI address) {
    return answer(HttpRequest.newBuilder(address)).statusCode();
  }

  private String send(HttpRequest.Builder request) {
    HttpResponse<String> answer = answer(request);
    if (answer.statusCode() != OK) {
      throw new StageException(answer.uri() + " answers " + answer.statusCode());
    }
    return answer.body();
  }

  private HttpResponse<String> answer(HttpRequest.Builder request) {
    HttpRequest complete = request.timeout(LIMIT).build();
    try {
      return http.send(complete, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new StageException(complete.uri() + " does not answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StageException("Interrupted while waiting for " + complete.uri(), e);
    }
  }
}
