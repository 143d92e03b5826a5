package nth.proof.streams;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.util.concurrent.Queues;

/**
 * What a notifier cannot do without: streams kept open by reactor-netty, and the same bytes written
 * to each. It reads no log, knows nobody, words nothing and paces nothing.
 */
public final class BareServer {

  static final String STREAM = "/stream";
  static final String NEWS = "/news";
  static final String LAST_NEWS = "/last-news";
  static final String COUNT = "/count";

  private static final int QUEUE = 8;

  private final Set<Sinks.Many<byte[]>> streams = ConcurrentHashMap.newKeySet();
  private final Scheduler teller = Schedulers.newSingle("bare-teller", true);
  private volatile byte[] latest = {};

  /** Begins to listen on 127.0.0.1. */
  public DisposableServer start(int port) {
    return HttpServer.create()
        .host("127.0.0.1")
        .port(port)
        .route(
            routes ->
                routes
                    .get(STREAM, this::stream)
                    .post(NEWS, (request, response) -> take(request, response, this::tell))
                    .post(LAST_NEWS, (request, response) -> take(request, response, this::end))
                    .get(COUNT, (request, response) -> text(response, count()))
                    .get("/actuator/health/readiness", (request, response) -> response.send()))
        .bindNow();
  }

  private Publisher<Void> stream(HttpServerRequest request, HttpServerResponse response) {
    Sinks.Many<byte[]> own =
        Sinks.many().unicast().onBackpressureBuffer(Queues.<byte[]>get(QUEUE).get());
    own.tryEmitNext(latest);
    streams.add(own);
    response.withConnection(connection -> connection.onDispose(() -> streams.remove(own)));
    return response.sse().send(own.asFlux().map(BareServer::wrapped), one -> true);
  }

  private Publisher<Void> take(
      HttpServerRequest request, HttpServerResponse response, Consumer<byte[]> then) {
    return request
        .receive()
        .aggregate()
        .asByteArray()
        .doOnNext(words -> teller.schedule(() -> then.accept(words)))
        .then(Mono.defer(() -> response.send().then()));
  }

  private void tell(byte[] words) {
    latest = words;
    streams.forEach(stream -> stream.tryEmitNext(words));
  }

  private void end(byte[] words) {
    streams.forEach(
        stream -> {
          stream.tryEmitNext(words);
          stream.tryEmitComplete();
        });
  }

  private String count() {
    return Integer.toString(streams.size());
  }

  private static Publisher<Void> text(HttpServerResponse response, String text) {
    return response.sendString(Mono.just(text));
  }

  private static ByteBuf wrapped(byte[] words) {
    return Unpooled.wrappedBuffer(words);
  }
}
