package nth.proof.memory;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import nth.contract.EventId;
import nth.proof.crowd.Throng;
import nth.proof.stage.MemoryLimit;
import nth.proof.stage.Part;
import nth.proof.stage.Solo;

/**
 * People enter until all are in; each second somebody looks what the applications have in memory.
 */
public final class MemoryTrial {

  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final long LOOK_MS = 1000;
  private static final int SAY_EVERY = 30;

  private final Solo solo;
  private final int events;
  private final PrintWriter out;
  private final Map<Part, List<Sample>> samples = new LinkedHashMap<>();

  public MemoryTrial(Solo solo, int events, PrintWriter out) {
    this.solo = solo;
    this.events = events;
    this.out = out;
    solo.applications().forEach(application -> samples.put(application, new ArrayList<>()));
  }

  /**
   * @param rate per second, or as many as are let in if those are fewer
   */
  public MemoryReport run(long people, int rate, long limitBytes) throws InterruptedException {
    List<EventId> all =
        IntStream.range(0, events).mapToObj(i -> new EventId("memory-" + i)).toList();
    Instant begin = Instant.now();
    try (Throng throng = new Throng(solo.doors(), all)) {
      throng.define();
      throng.enter(people, rate);
      Instant last = watch(throng, people);
      return report(throng, people, limitBytes, Duration.between(begin, last));
    }
  }

  /**
   * Until everybody is in and who asked was told, or nothing goes on. Returns when the last came.
   */
  private Instant watch(Throng throng, long people) throws InterruptedException {
    Instant changed = Instant.now();
    Instant lastIn = changed;
    long before = -1;
    for (int looks = 0; changed.plus(PATIENCE).isAfter(Instant.now()); looks++) {
      look();
      if (looks % SAY_EVERY == 0) {
        out.println(throng.accepted() + " are in");
        out.flush();
      }
      if (throng.accepted() == people && throng.told() == Throng.asking(people)) {
        break;
      }
      if (throng.accepted() < people) {
        lastIn = Instant.now();
      }
      long now = throng.accepted() + throng.told();
      changed = now == before ? changed : Instant.now();
      before = now;
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
    return lastIn;
  }

  private void look() throws InterruptedException {
    for (Part application : solo.applications()) {
      try {
        samples.get(application).add(Sample.of(solo.address(application), held(application)));
      } catch (IOException busyOrGone) {
        // One look less; a process that ended is counted elsewhere.
      }
    }
  }

  private long held(Part application) {
    return solo.limit(application)
        .map(MemoryLimit::anonymousBytes)
        .orElseGet(() -> Sample.residentAnonymousBytes(application.pid()));
  }

  private MemoryReport report(Throng throng, long people, long limitBytes, Duration lasted) {
    List<Usage> usages = new ArrayList<>();
    boolean limited = true;
    for (Part application : solo.applications()) {
      limited &= solo.limit(application).isPresent();
      usages.add(
          new Usage(
              application.toString(),
              samples.get(application),
              Sample.peakResidentBytes(application.pid()),
              solo.limit(application).map(MemoryLimit::kills).orElse(0L),
              application.ends().stream().map(Part.Ended::exitCode).toList()));
    }
    return new MemoryReport(
        limitBytes,
        limited,
        people,
        throng.accepted(),
        throng.told(),
        Throng.asking(people),
        events,
        lasted,
        usages,
        Footprint.of(solo));
  }
}
