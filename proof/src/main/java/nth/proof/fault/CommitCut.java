package nth.proof.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import nth.proof.stage.PartId;
import nth.proof.stage.Role;
import nth.proof.stage.Stage;
import nth.proof.stage.Wire;

/**
 * Postgres has committed, and the connection is lost before it says so: nobody knows whether the
 * row is there (O-56). It strikes the next winners and closings that are mirrored.
 */
final class CommitCut implements Fault {

  private static final Duration FIRST_LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_MS = 200;

  private final int ofEach;
  private final Duration lasts;
  private int done;

  CommitCut(int ofEach, Duration lasts) {
    this.ofEach = ofEach;
    this.lasts = lasts;
  }

  /** Tells, once it is healed, how many commits there were to be struck. */
  @Override
  public String victim() {
    return "%s, %d commits, at most %d of each sequencer".formatted(PartId.POSTGRES, done, ofEach);
  }

  @Override
  public Duration lasts() {
    return lasts;
  }

  /** It begins with the next commit. */
  @Override
  public boolean isTimed() {
    return false;
  }

  @Override
  public void strike(Stage stage) {
    wires(stage).forEach(wire -> wire.cutAfterCommits(ofEach));
  }

  @Override
  public void heal(Stage stage) throws InterruptedException {
    Instant end = Instant.now().plus(FIRST_LIMIT);
    try {
      while (cut(stage) == 0 && Instant.now().isBefore(end)) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MS);
      }
    } finally {
      done = cut(stage);
      wires(stage).forEach(Wire::heal);
    }
  }

  @Override
  public List<String> complaints() {
    return done > 0 ? List.of() : List.of("no commit came that could be cut");
  }

  private int cut(Stage stage) {
    return wires(stage).stream().mapToInt(wire -> ofEach - wire.commitsToCut()).sum();
  }

  private static List<Wire> wires(Stage stage) {
    return Dice.all(Role.SEQUENCER).stream()
        .map(sequencer -> stage.wire(sequencer, PartId.POSTGRES))
        .toList();
  }
}
