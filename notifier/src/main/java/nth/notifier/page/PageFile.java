package nth.notifier.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;

/** One file of the page, ready to be sent as it is and compressed. */
record PageFile(String name, MediaType type, byte[] plain, byte[] gzip) {

  private static final Map<String, MediaType> TYPES =
      Map.of(
          "html", new MediaType("text", "html", UTF_8),
          "css", new MediaType("text", "css", UTF_8),
          "js", new MediaType("text", "javascript", UTF_8),
          "json", MediaType.APPLICATION_JSON,
          "svg", new MediaType("image", "svg+xml"));

  static PageFile of(Resource resource) {
    try {
      String name = String.valueOf(resource.getFilename());
      MediaType type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      if (type == null) {
        throw new IllegalStateException("the page has no files like " + name);
      }
      byte[] plain = resource.getContentAsByteArray();
      return new PageFile(name, type, plain, compressed(plain));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] compressed(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    }
    return bytes.toByteArray();
  }
}
