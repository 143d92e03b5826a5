package nth.proof.fault;

import java.time.Duration;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;

/** The clock of one process steps, and back when it is healed. */
record ClockStep(PartId who, Duration ahead, Duration lasts) implements Fault {

  @Override
  public String victim() {
    return "%s by %+d s".formatted(who, ahead.toSeconds());
  }

  /** The process looks at its clock within a second. */
  @Override
  public boolean isTimed() {
    return false;
  }

  @Override
  public void strike(Stage stage) {
    stage.clock(who).step(ahead);
  }

  @Override
  public void heal(Stage stage) {
    stage.clock(who).step(Duration.ZERO);
  }
}
