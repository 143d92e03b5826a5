package nth.sequencer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import nth.contract.CloseCause;
import nth.contract.Command;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import nth.contract.guarantees.Guarantee;
import nth.contract.guarantees.History;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seeded crowds: early and late entries, retries, duplicates, poison, a clock that steps back. */
class CrowdTest {

  private static final int COMMANDS = 600;
  private static final List<UserId> CROWD = People.crowd(80);
  private static final List<EventId> EVENTS =
      Stream.of("one", "two", "three").map(EventId::new).toList();

  private record Step(Command command, Instant at) {}

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 20270328})
  void crowd_keepsEveryGuarantee_andAReplayGivesTheSameBytes(long seed) {
    List<Step> script = script(new Random(seed));
    try (Driver first = run(script, 40);
        Driver again = run(script, COMMANDS)) {
      for (var topic : Topics.ALL.subList(1, Topics.ALL.size())) {
        assertThat(first.read(topic))
            .as("seed %d, topic %s", seed, topic.name())
            .usingRecursiveFieldByFieldElementComparator()
            .containsExactlyElementsOf(again.read(topic));
      }
    }
    try (Driver judged = run(script, 30);
        Driver replayed = run(script, COMMANDS)) {
      History history = judged.history();
      assertThat(history.results()).as("seed %d", seed).anyMatch(CrowdTest::isRetirement);
      List<History.WinnerRecord> attempts = new ArrayList<>(history.winners());
      attempts.addAll(replayed.history().winners());
      assertThat(attempts).as("seed %d", seed).isNotEmpty();
      Guarantee.assertAllHold(new History(history.results(), attempts));
    }
  }

  private static boolean isRetirement(Result result) {
    return result instanceof Result.PromotionRetired && result.origin().isEffect();
  }

  /**
   * @param pause commands between two looks at the clock by which people are forgotten
   */
  private static Driver run(List<Step> script, int pause) {
    Driver driver = new Driver();
    for (int i = 0; i < script.size(); i++) {
      Step step = script.get(i);
      driver.accept(step.command(), step.at());
      if (i % pause == pause - 1) {
        driver.kafka.advanceWallClockTime(Forgetting.PERIOD);
      }
      if (step.at().toEpochMilli() % 50 == 0) {
        driver.raw("one", Driver.bytes("poison"), step.at());
      }
    }
    return driver;
  }

  private static List<Step> script(Random random) {
    List<Step> script = new ArrayList<>();
    for (int i = 0; i < COMMANDS; i++) {
      // Forward on the whole, now and then back.
      Instant at = Driver.START.plusMillis(10L * i - random.nextInt(40) + 40);
      EventId event = EVENTS.get(random.nextInt(EVENTS.size()));
      script.add(new Step(command(random, event, i), at));
    }
    return script;
  }

  private static Command command(Random random, EventId event, int i) {
    RequestId request = new RequestId("r" + random.nextInt(COMMANDS / 4));
    if (i < EVENTS.size() || random.nextInt(60) == 0) {
      EventId defined = i < EVENTS.size() ? EVENTS.get(i) : event;
      return new Command.DefinePromotion(defined, request, Driver.START, definition(defined));
    }
    if (i > COMMANDS / 2 && random.nextInt(100) == 0) {
      return new Command.ClosePromotion(event, request, Driver.START, CloseCause.MANUAL);
    }
    if (i > COMMANDS / 2 && random.nextInt(60) == 0) {
      return new Command.RetirePromotion(event, request, Driver.START, 300);
    }
    UserId user = CROWD.get(random.nextInt(CROWD.size()));
    return new Command.SubmitEntry(event, user, request, Driver.START);
  }

  private static Definition definition(EventId event) {
    boolean early = event.equals(EVENTS.get(1));
    Instant opens = early ? Driver.START.plusSeconds(1) : null;
    Instant closes = early ? Driver.START.plusSeconds(5) : null;
    boolean closeWhenWon = event.equals(EVENTS.get(2));
    return new Definition(Samples.targets(3, 7, 20), opens, closes, closeWhenWon, CountMode.LIVE);
  }
}
