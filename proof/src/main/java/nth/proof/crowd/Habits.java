package nth.proof.crowd;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How people press: most once, some again and again. */
final class Habits {

  private static final int STORM = 20;
  // The keys of those who come too early; nobody presses so often in time.
  private static final int EARLY_KEY = 100;

  private final Random random;

  Habits(long seed) {
    this.random = new Random(seed);
  }

  /**
   * What a person does on coming.
   *
   * @param atOnce clicks of the same moment
   * @param later clicks that come some time afterwards
   */
  record Visit(List<Click> atOnce, List<Click> later) {
    static Visit of(Click... clicks) {
      return new Visit(List.of(clicks), List.of());
    }
  }

  Visit of(int person) {
    int door = random.nextInt(2);
    Click click = new Click(person, 0, door, false);
    int habit = random.nextInt(1000);
    if (habit < 800) {
      return Visit.of(click);
    } else if (habit < 840) {
      return Visit.of(click, click.throughOtherDoor());
    } else if (habit < 870) {
      return new Visit(List.of(click), List.of(click.throughOtherDoor()));
    } else if (habit < 900) {
      return new Visit(List.of(click), List.of(new Click(person, 1, door, false)));
    } else if (habit < 903) {
      return new Visit(storm(person), List.of(new Click(person, 0, door, true)));
    } else if (habit < 960) {
      return Visit.of(new Click(person, 0, door, true));
    }
    return Visit.of(new Click(person, Attempt.NO_KEY, door, false));
  }

  /** Half with one key, half with keys of their own, through both doors. */
  private static List<Click> storm(int person) {
    return IntStream.range(0, STORM)
        .mapToObj(i -> new Click(person, i < STORM / 2 ? 0 : i, i, i % 5 == 0))
        .toList();
  }

  /** Those who cannot wait: with a key of their own, for they will come again. */
  List<Click> tooEarly(int people) {
    return random
        .ints(10, 0, people)
        .mapToObj(p -> new Click(p, EARLY_KEY, p, p % 3 == 0))
        .toList();
  }

  /** After the end: people who were never there, and people who were. */
  List<Click> tooLate(int people) {
    Stream<Click> strangers =
        IntStream.range(people, people + 6)
            .mapToObj(p -> new Click(p, p % 2 == 0 ? 0 : Attempt.NO_KEY, p, p % 3 == 0));
    Stream<Click> known = random.ints(6, 0, people).mapToObj(p -> new Click(p, 1, p, p % 2 == 0));
    return Stream.concat(strangers, known).toList();
  }
}
