package nth.web;

import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What both applications share of HTTP, around handlers that do what no real one does. */
final class TinyServer implements AutoCloseable {

  private final ConfigurableApplicationContext context;

  TinyServer(String... settings) {
    Stream<String> own =
        Stream.of("--server.port=0", "--spring.config.import=classpath:nth-shared.yml");
    context =
        new SpringApplicationBuilder(Handlers.class)
            .run(Stream.concat(own, Stream.of(settings)).toArray(String[]::new));
  }

  int port() {
    return ((WebServerApplicationContext) context).getWebServer().getPort();
  }

  @Override
  public void close() {
    context.close();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import({WebConfiguration.class, Handler.class})
  static class Handlers {}

  @RestController
  static class Handler {

    @GetMapping("/events/{id}")
    String hello(@PathVariable("id") String id) {
      return id;
    }

    /** Reads everything, and says how much it was. */
    @PostMapping("/read")
    Mono<String> read(ServerHttpRequest request) {
      return request
          .getBody()
          .map(
              buffer -> {
                int size = buffer.readableByteCount();
                DataBufferUtils.release(buffer);
                return size;
              })
          .reduce(0, Integer::sum)
          .map(Object::toString);
    }

    /** Answers without a look at the body. */
    @PostMapping("/ignore")
    String ignore() {
      return "ignored";
    }

    @GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<String> stream() {
      return Flux.concat(Flux.just("begun"), Flux.never());
    }

    @GetMapping("/exception")
    Mono<String> exception() {
      return Mono.error(new IllegalStateException("a secret"));
    }

    @GetMapping("/error-thrown")
    Mono<String> error() {
      throw new StackOverflowError("a secret");
    }
  }
}
