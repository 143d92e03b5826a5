package nth.proof.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers every request with the next of its answers; the last one goes on for ever. */
final class Server implements AutoCloseable {

  /**
   * @param status 0: the connection is cut instead; -1: there is no answer at all
   */
  record Reply(int status, String contentType, String body) {
    static Reply json(int status, String body) {
      return new Reply(status, "application/json", body.replace('\'', '"'));
    }

    static Reply stream(String body) {
      return new Reply(200, "text/event-stream", body.replace('\'', '"'));
    }
  }

  private final List<Reply> replies;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer http;

  Server(Reply... replies) throws IOException {
    this.replies = List.of(replies);
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/", this::answer);
    http.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** Path, key and last id of each. */
  List<String> requests() {
    return requests;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Reply reply;
    synchronized (this) {
      reply = replies.get(Math.min(requests.size(), replies.size() - 1));
      requests.add(
          String.join(
              " ",
              exchange.getRequestURI().toString(),
              String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")),
              String.valueOf(exchange.getRequestHeaders().getFirst("Last-Event-ID"))));
    }
    if (reply.status() < 0) {
      return;
    }
    if (reply.status() == 0) {
      exchange.close();
      return;
    }
    byte[] body = reply.body().getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", reply.contentType());
    exchange.sendResponseHeaders(reply.status(), reply.status() == 204 ? -1 : 0);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
