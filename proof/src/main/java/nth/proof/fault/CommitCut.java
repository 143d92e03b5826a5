package nth.proof.fault;

import java.time.Duration;
import java.util.List;
import nth.proof.stage.PartId;
import nth.proof.stage.Role;
import nth.proof.stage.Stage;
import nth.proof.stage.Wire;

/**
 * Postgres has committed, and the connection is lost before it says so: nobody knows whether the
 * row is there (O-56). It strikes the next winners and closings that are mirrored.
 */
final class CommitCut implements Fault {

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
  public void heal(Stage stage) {
    done = wires(stage).stream().mapToInt(wire -> ofEach - wire.commitsToCut()).sum();
    wires(stage).forEach(Wire::heal);
  }

  private static List<Wire> wires(Stage stage) {
    return Dice.all(Role.SEQUENCER).stream()
        .map(sequencer -> stage.wire(sequencer, PartId.POSTGRES))
        .toList();
  }
}
