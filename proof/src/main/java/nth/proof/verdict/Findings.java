package nth.proof.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What broke a guarantee: all of it counted, the first of it kept. */
public final class Findings {

  private static final int KEPT = 20;

  private final Map<String, List<String>> sentences = new TreeMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  /**
   * @param guarantee as in K1
   * @param sentence what was found
   */
  public void add(String guarantee, String sentence) {
    counts.merge(guarantee, 1, Integer::sum);
    List<String> kept = sentences.computeIfAbsent(guarantee, g -> new ArrayList<>());
    if (kept.size() < KEPT) {
      kept.add(sentence);
    }
  }

  void addAll(String guarantee, List<String> found) {
    found.forEach(sentence -> add(guarantee, sentence));
  }

  public boolean isEmpty() {
    return counts.isEmpty();
  }

  /** How often each guarantee was broken; those that held are not in it. */
  public Map<String, Integer> counts() {
    return new TreeMap<>(counts);
  }

  /** The first twenty of a guarantee. */
  public List<String> of(String guarantee) {
    return List.copyOf(sentences.getOrDefault(guarantee, List.of()));
  }
}
