package nth.proof.fault;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import nth.proof.stage.Clock;
import nth.proof.stage.PartId;
import nth.proof.stage.Role;

/** What can go wrong. */
public enum Kind {
  /**
   * Of the one that numbers, not of one that stands by; more than half of all, since how soon the
   * line goes on without it can only be said after many.
   */
  SEQUENCER_KILL(120, dice -> new OnTheActive(dice.below(2), dice.seconds(0, 5), Kill::new)),
  SEQUENCERS_KILL(2, dice -> new Kill(Dice.all(Role.SEQUENCER), dice.seconds(0, 5))),
  INGRESS_KILL(2, dice -> new Kill(dice.one(Role.INGRESS), dice.seconds(0, 5))),
  NOTIFIER_KILL(2, dice -> new Kill(dice.one(Role.NOTIFIER), dice.seconds(0, 5))),
  BROKER_KILL(3, dice -> new Kill(dice.one(Role.BROKER), dice.seconds(0, 20))),

  /** Longer than its session and its transaction may last. */
  SEQUENCER_PAUSE(3, dice -> new OnTheActive(dice.below(2), dice.seconds(8, 25), Pause::new)),
  INGRESS_PAUSE(1, dice -> new Pause(dice.one(Role.INGRESS), dice.seconds(3, 15))),
  NOTIFIER_PAUSE(1, dice -> new Pause(dice.one(Role.NOTIFIER), dice.seconds(3, 15))),
  /** Longer than the four seconds after which the others go on without it. */
  BROKER_PAUSE(2, dice -> new Pause(dice.one(Role.BROKER), dice.seconds(10, 20))),

  SEQUENCER_RESTART(2, dice -> new Restart(Dice.all(Role.SEQUENCER))),
  INGRESS_RESTART(2, dice -> new Restart(Dice.all(Role.INGRESS))),
  NOTIFIER_RESTART(1, dice -> new Restart(Dice.all(Role.NOTIFIER))),
  BROKER_RESTART(2, dice -> new Restart(List.of(dice.one(Role.BROKER)))),
  LEADER_MOVE(2, dice -> new LeaderMove(1 + dice.below(2))),

  POSTGRES_KILL(1, dice -> new Kill(PartId.POSTGRES, dice.seconds(1, 20))),
  POSTGRES_STOP(1, dice -> new Stop(PartId.POSTGRES, dice.seconds(1, 20))),
  POSTGRES_READ_ONLY(1, dice -> new ReadOnlyDatabase(dice.seconds(5, 30))),
  POSTGRES_COMMIT_CUT(2, dice -> new CommitCut(1 + dice.below(3), dice.seconds(10, 20))),
  POSTGRES_CUT(
      1,
      dice ->
          Network.lost(
              dice.one(Role.SEQUENCER), List.of(PartId.POSTGRES), dice, dice.seconds(2, 20))),

  BROKER_CUT(
      2,
      dice ->
          Network.lost(
              dice.application(), List.of(dice.one(Role.BROKER)), dice, dice.seconds(2, 20))),
  BROKERS_CUT(
      2,
      dice -> Network.lost(dice.application(), Dice.all(Role.BROKER), dice, dice.seconds(2, 20))),
  BROKER_ISOLATED(
      2, dice -> Network.lostBetweenBrokers(dice.one(Role.BROKER), dice, dice.seconds(5, 20))),
  DELAY(
      2,
      dice ->
          Network.slow(
              dice.application(),
              Dice.all(Role.BROKER),
              dice.milliseconds(50, 300),
              dice.seconds(5, 20))),
  /** Entries are appended, and ingress does not hear of it (O-18). */
  REPLIES_LOST(
      2,
      dice ->
          Network.repliesLost(dice.one(Role.INGRESS), Dice.all(Role.BROKER), dice.seconds(2, 10))),

  SEQUENCER_WIPED(2, dice -> new OnTheActive(dice.below(2), dice.seconds(0, 3), Wipe::new)),
  SEQUENCERS_WIPED(1, dice -> new Wipe(Dice.all(Role.SEQUENCER), dice.seconds(0, 3))),
  NOTIFIER_WIPED(1, dice -> new Wipe(List.of(dice.one(Role.NOTIFIER)), dice.seconds(0, 3))),
  BROKER_WIPED(1, dice -> new Wipe(List.of(dice.one(Role.BROKER)), dice.seconds(5, 15))),

  CLOCK_STEP(2, dice -> new ClockStep(dice.application(), step(dice), dice.seconds(5, 20))),
  BROKER_CLOCK_STEP(
      2, dice -> new ClockStep(dice.one(Role.BROKER), step(dice), dice.seconds(5, 20))),

  POISON(2, dice -> new Poison(dice.bytes(200))),
  /** The topics are looked at every 30 seconds. */
  TOPIC_ALTERED(
      1, dice -> new TopicAltered(dice.oneOf(TopicAltered.ALTERATIONS), Duration.ofSeconds(45)));

  private final int weight;
  private final Function<Dice, Fault> draw;

  Kind(int weight, Function<Dice, Fault> draw) {
    this.weight = weight;
    this.draw = draw;
  }

  /** As it is written on a command line: {@code sequencer-kill}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Kind of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  public boolean needsSteppedClocks() {
    return this == CLOCK_STEP || this == BROKER_CLOCK_STEP;
  }

  /** Whether this machine has what it takes. */
  public boolean isAvailable() {
    return !needsSteppedClocks() || Clock.canBeStepped();
  }

  /** How often it is drawn, beside the others. */
  int weight() {
    return weight;
  }

  Fault draw(Dice dice) {
    return draw.apply(dice);
  }

  private static Duration step(Dice dice) {
    Duration by = dice.oneOf(List.of(Duration.ofSeconds(3), Duration.ofSeconds(90)));
    return dice.heads() ? by : by.negated();
  }
}
