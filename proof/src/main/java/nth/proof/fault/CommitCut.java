package nth.proof.fault;

import java.time.Duration;
import nth.proof.stage.PartId;
import nth.proof.stage.Role;
import nth.proof.stage.Stage;

/**
 * Postgres has committed, and the connection is lost before it says so: nobody knows whether the
 * row is there (O-56). It strikes the next winners and closings that are mirrored.
 */
record CommitCut(int times, Duration lasts) implements Fault {

  @Override
  public String victim() {
    return PartId.POSTGRES + ", the next " + times + " commits of each sequencer";
  }

  @Override
  public void strike(Stage stage) {
    Dice.all(Role.SEQUENCER)
        .forEach(from -> stage.wire(from, PartId.POSTGRES).cutAfterCommits(times));
  }

  @Override
  public void heal(Stage stage) {
    Dice.all(Role.SEQUENCER).forEach(from -> stage.wire(from, PartId.POSTGRES).heal());
  }
}
