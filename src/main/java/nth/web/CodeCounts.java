package nth.web;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counts problems by their code. All are there from the start, so that the first of its kind is
 * seen as a rise, and none is looked up by name.
 */
public final class CodeCounts {

  private final Map<ProblemCode, Counter> counters = new EnumMap<>(ProblemCode.class);
  private final Counter others;

  /**
   * @param codes that are expected; any other counts as {@code other}
   */
  public CodeCounts(
      MeterRegistry meters,
      String name,
      String description,
      String tag,
      Collection<ProblemCode> codes) {
    codes.forEach(code -> counters.put(code, counter(meters, name, description, tag, code.wire())));
    others = counter(meters, name, description, tag, "other");
  }

  private static Counter counter(
      MeterRegistry meters, String name, String description, String tag, String value) {
    return Counter.builder(name).description(description).tag(tag, value).register(meters);
  }

  public void count(ProblemCode code) {
    counters.getOrDefault(code, others).increment();
  }
}
