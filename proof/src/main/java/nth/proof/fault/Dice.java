package nth.proof.fault;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import nth.proof.stage.PartId;
import nth.proof.stage.Role;

/** Everything random about a fault; the same seed throws the same. */
final class Dice {

  private static final int BROKERS = 3;
  private static final int OF_EACH_APPLICATION = 2;

  private final Random random;

  Dice(long seed) {
    this.random = new Random(seed);
  }

  /** Seconds, both bounds included, by the millisecond. */
  Duration seconds(int least, int most) {
    return Duration.ofMillis(least * 1000L + random.nextInt((most - least) * 1000 + 1));
  }

  Duration milliseconds(int least, int most) {
    return Duration.ofMillis(least + random.nextInt(most - least + 1));
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean heads() {
    return random.nextBoolean();
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  PartId one(Role role) {
    int count = role == Role.BROKER ? BROKERS : OF_EACH_APPLICATION;
    return new PartId(role, 1 + random.nextInt(count));
  }

  PartId application() {
    return one(oneOf(List.of(Role.SEQUENCER, Role.INGRESS, Role.NOTIFIER)));
  }

  byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  static List<PartId> all(Role role) {
    int count = role == Role.BROKER ? BROKERS : OF_EACH_APPLICATION;
    return IntStream.rangeClosed(1, count).mapToObj(number -> new PartId(role, number)).toList();
  }
}
