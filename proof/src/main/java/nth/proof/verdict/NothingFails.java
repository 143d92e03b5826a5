package nth.proof.verdict;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import nth.proof.crowd.Attempt;
import nth.proof.crowd.Code;

/** HTTP: whatever is broken, an application says so as a 503 with its reason. */
final class NothingFails implements Check {

  @Override
  public String id() {
    return "HTTP";
  }

  @Override
  public List<String> violations(Page page) {
    Map<Integer, Long> counts =
        page.people().attempts().stream()
            .map(Attempt::answer)
            .filter(answer -> answer.code() == Code.FAILED)
            .collect(
                Collectors.groupingBy(
                    answer -> answer.status(), TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(e -> "%s was answered %d, times %d".formatted(page.event(), e.getKey(), e.getValue()))
        .toList();
  }
}
