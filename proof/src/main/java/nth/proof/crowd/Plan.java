package nth.proof.crowd;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import nth.contract.CountMode;
import nth.contract.EventId;
import nth.contract.Partitions;
import org.jspecify.annotations.Nullable;

/** Which promotions there will be: the same for the same seed, but for their names. */
final class Plan {

  /** People enter in all of them at any time: only so can be seen which one stands still. */
  static final int PARTITIONS = 2;

  private static final Duration AFTER_ALL = Duration.ofSeconds(12);

  private final CrowdSettings settings;
  private final String name;
  private final Random random;

  /**
   * @param name begins every event id; another run on the same log needs another
   */
  Plan(CrowdSettings settings, String name) {
    this.settings = settings;
    this.name = name;
    this.random = new Random(settings.seed());
  }

  /**
   * @param partition of the topics that are keyed by event
   */
  Show next(int place, int partition) {
    int people = people();
    int kind = random.nextInt(10);
    CountMode count = CountMode.values()[random.nextInt(CountMode.values().length)];
    Duration share = share(people);
    return new Show(
        place,
        eventId(place, partition),
        people,
        targets(people),
        kind < 6,
        kind == 0 || kind == 6 ? Duration.ofSeconds(2 + random.nextInt(9)) : null,
        closesIn(kind, share),
        count);
  }

  /** All that are open have the same share of the rate, roughly. */
  private Duration share(int people) {
    int open = PARTITIONS * settings.promotions();
    return Duration.ofMillis(1000L * people * open / settings.rate() * 2 / 3);
  }

  /** From the definition of a promotion to its closing time, at most. */
  Duration longest() {
    return share(settings.largest()).plus(AFTER_ALL);
  }

  private EventId eventId(int place, int partition) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> new EventId(name + "-" + place + "-" + i))
        .filter(id -> Partitions.of(id, PARTITIONS) == partition)
        .findFirst()
        .orElseThrow();
  }

  private static @Nullable Duration closesIn(int kind, Duration share) {
    return kind == 1 || kind == 7 || kind == 8 ? share.plus(AFTER_ALL) : null;
  }

  /** Small ones are as likely to be halved as large ones to be doubled. */
  private int people() {
    double range = Math.log((double) settings.largest() / settings.smallest());
    return (int) Math.round(settings.smallest() * Math.exp(range * random.nextDouble()));
  }

  private List<Integer> targets(int people) {
    List<Integer> some =
        switch (random.nextInt(4)) {
          case 0 -> List.of(1, 100, people / 2);
          case 1 -> List.of(people);
          case 2 -> List.of(100, people / 2, people);
          default -> List.of(people / 10, people / 3, people * 9 / 10);
        };
    return some.stream()
        .flatMap(t -> t < 1 ? Stream.empty() : Stream.of(t))
        .sorted()
        .distinct()
        .toList();
  }
}
