package nth.notifier.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The page at the root. It names no event and no person, so that everybody gets the same. */
@RestController
final class PageController {

  private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, UTF_8);

  private final byte[] html;
  private final String etag;

  PageController(PageFiles files, ObjectProvider<OrganiserCorner> corner) {
    boolean organiser = corner.stream().findAny().isPresent();
    this.html =
        files
            .html()
            .replace("{{files}}", PageRoutes.FOLDER + files.version())
            .replace("{{organiser}}", Boolean.toString(organiser))
            .getBytes(UTF_8);
    this.etag = '"' + PageFiles.hash(Stream.of(html)) + '"';
  }

  @GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
  ResponseEntity<byte[]> page() {
    return ResponseEntity.ok()
        .contentType(HTML)
        .cacheControl(CacheControl.noCache())
        .eTag(etag)
        .headers(ContentPolicy::in)
        .body(html);
  }
}
