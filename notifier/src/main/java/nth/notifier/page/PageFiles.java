package nth.notifier.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * All files of the page, in memory. They share a folder whose name is a hash over all of them, so
 * that modules find each other and every address keeps its content for ever.
 */
final class PageFiles {

  private static final String[] PLACES = {
    "classpath:/page/*.*", "classpath*:/META-INF/resources/webjars/chart.js/*/dist/chart.umd.min.js"
  };
  private static final String HTML = "index.html";
  private static final int VERSION_CHARACTERS = 16;

  private final TreeMap<String, PageFile> files = new TreeMap<>();
  private final String version;

  PageFiles() {
    Stream.of(PLACES).forEach(this::read);
    version =
        hash(files.values().stream().flatMap(f -> Stream.of(f.name().getBytes(UTF_8), f.plain())));
  }

  private void read(String place) {
    try {
      var found = new PathMatchingResourcePatternResolver().getResources(place);
      if (found.length == 0) {
        throw new IllegalStateException("not on the classpath: " + place);
      }
      Stream.of(found).map(PageFile::of).forEach(file -> files.put(file.name(), file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String hash(Stream<byte[]> parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      parts.forEach(digest::update);
      return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_CHARACTERS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The name of their folder. */
  String version() {
    return version;
  }

  /** The page itself, whose address must not change, is none of them. */
  Optional<PageFile> find(String name) {
    return name.equals(HTML) ? Optional.empty() : Optional.ofNullable(files.get(name));
  }

  Stream<String> names() {
    return files.keySet().stream().filter(name -> !name.equals(HTML));
  }

  /** With the places still open that depend on how the application runs. */
  String html() {
    return new String(files.get(HTML).plain(), UTF_8);
  }
}
