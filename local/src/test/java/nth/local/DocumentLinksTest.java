package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever follows a link at three in the morning gets somewhere. */
class DocumentLinksTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");

  static Stream<Path> documents() throws IOException {
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      return Stream.concat(root, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyLink_leadsToAFile_andToASectionOfIt(Path document) throws IOException {
    assertThat(LINK.matcher(prose(document)).results().map(link -> link.group(1)))
        .filteredOn(link -> !link.contains("://"))
        .allSatisfy(link -> assertLeadsSomewhere(document, link));
  }

  private static void assertLeadsSomewhere(Path document, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
    assertThat(target).exists();
    if (parts.length == 2) {
      assertThat(anchors(target)).contains(parts[1]);
    }
  }

  /** As those who show such files make them of headings. */
  private static Set<String> anchors(Path document) throws IOException {
    return HEADING
        .matcher(prose(document))
        .results()
        .map((MatchResult heading) -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static String prose(Path document) throws IOException {
    return CODE_BLOCK.matcher(Files.readString(document)).replaceAll("");
  }
}
