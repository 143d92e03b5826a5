package nth.sequencer.domain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import nth.contract.CloseCause;
import nth.contract.Command;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.RetirePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.RequestId;
import nth.contract.Seq;
import nth.contract.UserId;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every rule and boundary of the decider, as the text tables in decider-cases.txt. O-62 to O-64.
 */
class DeciderCasesTest {

  private static final EventId EVENT = new EventId("event");

  @TestFactory
  Stream<DynamicTest> cases() throws IOException {
    List<String> cases = List.of(text().split("(?m)^== ")).stream().skip(1).toList();
    assertThat(cases).isNotEmpty();
    return cases.stream().map(DeciderCasesTest::test);
  }

  private static DynamicTest test(String text) {
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    List<String> steps = lines.subList(1, lines.size());
    return DynamicTest.dynamicTest(lines.get(0), () -> play(steps));
  }

  private static void play(List<String> steps) {
    SmallLog log = new SmallLog();
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    for (String step : steps) {
      String[] sides = step.split("\\|");
      List<String> words = List.of(sides[0].strip().split(" +"));
      Outcome outcome = log.append(command(words, found.size()), seconds(words.get(0)));
      expected.add(words + " → " + sides[1].strip());
      found.add(words + " → " + told(outcome));
    }
    assertThat(found).isEqualTo(expected);
  }

  private static String told(Outcome outcome) {
    return outcome.results().stream().map(r -> r.on(new InWords())).collect(joining("; "));
  }

  private static Command command(List<String> words, int line) {
    RequestId request = new RequestId(option(words, "key", "request-" + line));
    return switch (words.get(1)) {
      case "define" -> new DefinePromotion(EVENT, request, Instant.EPOCH, definition(words));
      case "enter" -> new SubmitEntry(EVENT, new UserId(words.get(2)), request, Instant.EPOCH);
      case "close" ->
          new ClosePromotion(
              EVENT,
              request,
              Instant.EPOCH,
              words.contains("due") ? CloseCause.DUE : CloseCause.MANUAL);
      case "retire" ->
          new RetirePromotion(
              EVENT, request, Instant.EPOCH, seconds(option(words, "after", "")).toEpochMilli());
      default -> throw new IllegalArgumentException("no command: " + words);
    };
  }

  private static Definition definition(List<String> words) {
    String opens = option(words, "opens", "");
    String closes = option(words, "closes", "");
    return new Definition(
        Stream.of(words.get(2).split(",")).map(n -> new Seq(Long.parseLong(n))).toList(),
        opens.isEmpty() ? null : seconds(opens),
        closes.isEmpty() ? null : seconds(closes),
        !words.contains("keep"),
        CountMode.valueOf(option(words, "count", "COARSE").toUpperCase()));
  }

  private static String option(List<String> words, String name, String otherwise) {
    String prefix = name + "=";
    return words.stream()
        .filter(word -> word.startsWith(prefix))
        .map(word -> word.substring(prefix.length()))
        .findFirst()
        .orElse(otherwise);
  }

  private static Instant seconds(String text) {
    return Instant.ofEpochMilli(new BigDecimal(text).movePointRight(3).longValueExact());
  }

  private static String text() throws IOException {
    try (InputStream file = DeciderCasesTest.class.getResourceAsStream("/decider-cases.txt")) {
      return new String(file.readAllBytes(), UTF_8);
    }
  }
}
