package nth.contract.guarantees;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A promise that every history must keep. */
public interface Guarantee {

  /** Those that results and winners alone can prove. */
  List<Guarantee> OF_THE_LOG =
      List.of(new GaplessNumbers(), new OneWinnerPerTarget(), new OnePrizePerWin());

  /** The design's name for it, as in K1. */
  String id();

  /** One sentence for each way in which the history breaks it; empty if it holds. */
  List<String> violations(History history);

  /**
   * @throws AssertionError naming every violation of every guarantee of the log
   */
  static void assertAllHold(History history) {
    String found =
        OF_THE_LOG.stream()
            .flatMap(g -> g.violations(history).stream().map(v -> g.id() + ": " + v))
            .collect(joining("\n"));
    if (!found.isEmpty()) {
      throw new AssertionError(found);
    }
  }

  /** A sentence if the two differ. */
  static Stream<String> differs(String what, Object expected, Object found) {
    return Objects.equals(expected, found)
        ? Stream.empty()
        : Stream.of("%s is %s and must be %s".formatted(what, found, expected));
  }
}
