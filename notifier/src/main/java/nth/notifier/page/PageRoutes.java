package nth.notifier.page;

import static org.springframework.web.reactive.function.server.RequestPredicates.methods;
import static org.springframework.web.reactive.function.server.RequestPredicates.path;

import java.time.Duration;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Where the files of the page are. */
@Configuration(proxyBeanMethods = false)
class PageRoutes {

  static final String FOLDER = "/page/";

  private static final CacheControl FOR_EVER =
      CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();
  private static final String GZIP = "gzip";

  @Bean
  PageFiles notifierPageFiles() {
    return new PageFiles();
  }

  @Bean
  RouterFunction<ServerResponse> notifierPageRoutes(PageFiles files) {
    return RouterFunctions.route(
        methods(HttpMethod.GET, HttpMethod.HEAD)
            .and(path(FOLDER + "{version:[0-9a-f]{16}}/{name}")),
        request ->
            files
                .find(request.pathVariable("name"))
                .map(file -> answer(file, request, kept(request, files)))
                .orElseGet(PageRoutes::notFound));
  }

  /** Of another version there are these files only: as a help for now, and for nobody to keep. */
  private static CacheControl kept(ServerRequest request, PageFiles files) {
    return request.pathVariable("version").equals(files.version())
        ? FOR_EVER
        : CacheControl.noStore();
  }

  private static Mono<ServerResponse> answer(
      PageFile file, ServerRequest request, CacheControl kept) {
    // A stream must not be compressed, so the server compresses nothing by itself.
    boolean compressed =
        request.headers().header(HttpHeaders.ACCEPT_ENCODING).stream()
            .anyMatch(accepted -> accepted.contains(GZIP));
    return ServerResponse.ok()
        .contentType(file.type())
        .cacheControl(kept)
        .varyBy(HttpHeaders.ACCEPT_ENCODING)
        .headers(ContentPolicy::in)
        .headers(
            headers -> {
              if (compressed) {
                headers.set(HttpHeaders.CONTENT_ENCODING, GZIP);
              }
            })
        .bodyValue(compressed ? file.gzip() : file.plain());
  }

  private static Mono<ServerResponse> notFound() {
    return Mono.error(() -> new Problem(ProblemCode.NOT_FOUND, "There is nothing here."));
  }
}
