package nth.proof.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import nth.proof.stage.Line;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;
import org.jspecify.annotations.Nullable;

/** Something happens to the sequencer that numbers one partition at that moment. */
final class OnTheActive implements Fault {

  private static final Duration AIM_LIMIT = Duration.ofSeconds(5);
  private static final long LOOK_MS = 200;

  private final int partition;
  private final Duration lasts;
  private final BiFunction<PartId, Duration, Fault> what;
  private @Nullable Fault aimed;

  /**
   * @param what happens to whom, and for how long
   */
  OnTheActive(int partition, Duration lasts, BiFunction<PartId, Duration, Fault> what) {
    this.partition = partition;
    this.lasts = lasts;
    this.what = what;
  }

  /** Known when it was aimed; there is none if the partition belonged to nobody for long. */
  @Override
  public String victim() {
    return (aimed == null ? "not aimed" : aimed.victim()) + " (partition " + partition + ")";
  }

  @Override
  public Duration lasts() {
    return aimed == null ? Duration.ZERO : lasts;
  }

  @Override
  public boolean isTimed() {
    return aimed != null && aimed.isTimed();
  }

  @Override
  public void aim(Stage stage) throws InterruptedException {
    Line line = Line.of(stage);
    Instant end = Instant.now().plus(AIM_LIMIT);
    Optional<PartId> active = line.sequencerOf(partition);
    while (active.isEmpty() && Instant.now().isBefore(end)) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      active = line.sequencerOf(partition);
    }
    aimed = active.map(victim -> what.apply(victim, lasts)).orElse(null);
  }

  @Override
  public void strike(Stage stage) throws Exception {
    if (aimed != null) {
      aimed.strike(stage);
    }
  }

  @Override
  public void heal(Stage stage) throws Exception {
    if (aimed != null) {
      aimed.heal(stage);
    }
  }

  @Override
  public List<String> complaints() {
    return aimed == null ? List.of() : aimed.complaints();
  }
}
