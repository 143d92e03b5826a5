package nth.proof.fault;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Which faults strike, in which order; the same seed, count and kinds make the same. */
public record Schedule(long seed, List<Stroke> strokes) {

  /** One fault of it; everything about it follows from its own seed. */
  public record Stroke(int number, Kind kind, long seed) {

    public Fault fault() {
      return kind.draw(new Dice(seed));
    }
  }

  public Schedule {
    strokes = List.copyOf(strokes);
  }

  /** Every kind strikes at least once where there is room for it, then each by its weight. */
  public static Schedule draw(long seed, int count, Collection<Kind> kinds) {
    Random random = new Random(seed);
    List<Kind> drawn = new ArrayList<>(new TreeSet<>(kinds));
    Collections.shuffle(drawn, random);
    List<Kind> weighted =
        drawn.stream().flatMap(k -> Collections.nCopies(k.weight(), k).stream()).toList();
    List<Kind> all = new ArrayList<>(drawn.subList(0, Math.min(count, drawn.size())));
    while (all.size() < count) {
      all.add(weighted.get(random.nextInt(weighted.size())));
    }
    Collections.shuffle(all, random);
    List<Stroke> strokes = new ArrayList<>();
    for (Kind kind : all) {
      strokes.add(new Stroke(strokes.size() + 1, kind, random.nextLong()));
    }
    return new Schedule(seed, strokes);
  }
}
