package nth.sequencer;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What RECOVERY.md says is so: sections, sentences, commands. */
class RecoveryTest {

  private static final Path TEXT = Path.of("..", "RECOVERY.md");
  private static final String TABLE = "What is lost with what";
  private static final Pattern HEADING = Pattern.compile("(?m)^## (.+)$");
  private static final Pattern TESTED = Pattern.compile("@Procedure\\(\"([^\"]+)\"\\)");
  private static final Pattern SENTENCE = Pattern.compile("(?m)^> (.+)$");
  private static final Pattern COMMAND = Pattern.compile("java -jar sequencer\\.jar ([a-z-]+)");
  private static final Pattern LINK = Pattern.compile("\\]\\(#([^)]+)\\)");
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  @Test
  void everyProcedure_isDoneByATest() throws IOException {
    Set<String> procedures = found(HEADING, Files.readString(TEXT));
    procedures.remove(TABLE);

    assertThat(found(TESTED, sources("src/test/java"))).isEqualTo(procedures);
  }

  /** Where the sentence has an ellipsis, nth prints what it found. */
  @Test
  void everySentence_isOneThatNthSays() throws IOException {
    // Literals that are joined in the source are joined here; what is formatted becomes ….
    String said =
        LITERAL
            .matcher(sources("src/main/java").replaceAll("\\.formatted\\([^;]*?\\)\n", "\n"))
            .results()
            .map(literal -> literal.group(1))
            .collect(joining())
            .replaceAll("%[sd]|\\{\\}", "…")
            .replace("\\\"", "\"");

    for (String sentence : found(SENTENCE, Files.readString(TEXT))) {
      assertThat(pieces(sentence)).as(sentence).allMatch(said::contains);
    }
  }

  @Test
  void everyCommand_isThere() throws IOException {
    String help = Asked.of(java.util.Map.of(), "--help").said();

    assertThat(found(COMMAND, Files.readString(TEXT)))
        .isNotEmpty()
        .allSatisfy(command -> assertThat(help).contains(command));
  }

  @Test
  void everyLink_leadsToASection() throws IOException {
    String text = Files.readString(TEXT);
    Set<String> anchors =
        found(HEADING, text).stream()
            .map(heading -> heading.toLowerCase().replaceAll("[^a-z -]", "").replace(' ', '-'))
            .collect(Collectors.toSet());

    assertThat(found(LINK, text)).isNotEmpty().isSubsetOf(anchors);
  }

  private static List<String> pieces(String sentence) {
    return Stream.of(sentence.split("…"))
        .map(String::strip)
        .filter(piece -> piece.length() > 3)
        .toList();
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String sources(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      var all = new StringBuilder();
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
        all.append(Files.readString(file));
      }
      return all.toString();
    }
  }
}
