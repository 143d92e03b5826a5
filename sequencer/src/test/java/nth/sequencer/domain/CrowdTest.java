package nth.sequencer.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import nth.contract.CloseCause;
import nth.contract.Command;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.RetirePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Seq;
import nth.contract.fixtures.People;
import nth.contract.guarantees.Guarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random crowds: retries, duplicates, early and late entries, redefinitions, retirements, clocks
 * that step back. A seed that fails stands in the test's name; give it a test of its own.
 */
class CrowdTest {

  private static final int COMMANDS = 250;

  private record Appended(Command command, Instant at) {}

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 150);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void crowd_keepsEveryGuaranteeAfterEveryResult(long seed) {
    SmallLog log = new SmallLog();
    for (Appended appended : crowd(new Random(seed))) {
      Outcome outcome = log.append(appended.command(), appended.at());
      assertThat(outcome.results().stream().filter(r -> r.answers(appended.command())))
          .as("exactly one answer to %s", appended)
          .hasSize(1);
      Guarantee.assertAllHold(log.history());
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void replay_givesTheSameBytes_alsoIfNobodyWasForgottenYet(long seed) {
    assertThat(bytes(crowd(new Random(seed)), true))
        .isEqualTo(bytes(crowd(new Random(seed)), false));
  }

  @Test
  void crowds_comeBackToRetiredPromotions() {
    long late =
        seeds()
            .mapToObj(seed -> bytes(crowd(new Random(seed)), true))
            .flatMap(List::stream)
            .filter(result -> result.contains("\"reason\":\"retired\""))
            .count();
    assertThat(late).isGreaterThan(1000);
  }

  private static List<String> bytes(List<Appended> commands, boolean forgets) {
    SmallLog log = new SmallLog(forgets);
    commands.forEach(appended -> log.append(appended.command(), appended.at()));
    Stream<String> results =
        log.history().results().stream()
            .map(Json.strict().writerFor(Result.class)::writeValueAsString);
    return Stream.concat(results, log.history().winners().stream().map(w -> w.value())).toList();
  }

  private static List<Appended> crowd(Random random) {
    List<EventId> events = List.of(new EventId("one"), new EventId("two"), new EventId("three"));
    List<Appended> commands = new ArrayList<>();
    long seconds = 1000;
    for (int i = 0; i < COMMANDS; i++) {
      seconds += random.nextInt(4) - (random.nextInt(10) == 0 ? 5 : 0);
      EventId event = events.get(random.nextInt(events.size()));
      Instant at = Instant.ofEpochSecond(seconds);
      commands.add(new Appended(command(random, event, at), at));
    }
    return commands;
  }

  private static Command command(Random random, EventId event, Instant now) {
    RequestId request = new RequestId("request-" + random.nextInt(60));
    int kind = random.nextInt(100);
    if (kind < 8) {
      return new DefinePromotion(event, request, now, definition(random, now));
    }
    if (kind < 10) {
      CloseCause cause = random.nextBoolean() ? CloseCause.DUE : CloseCause.MANUAL;
      return new ClosePromotion(event, request, now, cause);
    }
    if (kind < 12) {
      return new RetirePromotion(event, request, now, 1000L * (1 + random.nextInt(60)));
    }
    return new SubmitEntry(event, People.crowd(40).get(random.nextInt(40)), request, now);
  }

  private static Definition definition(Random random, Instant now) {
    List<Seq> targets =
        random.ints(1 + random.nextInt(3), 1, 30).distinct().sorted().mapToObj(Seq::new).toList();
    Instant opens = random.nextBoolean() ? null : now.plusSeconds(random.nextInt(30) - 10);
    Instant closes = random.nextBoolean() ? null : now.plusSeconds(random.nextInt(200));
    CountMode count = CountMode.values()[random.nextInt(3)];
    return new Definition(targets, opens, closes, random.nextBoolean(), count);
  }
}
