package nth.proof.fault;

import java.time.Duration;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;

/** Stopped in good order, and started again later. */
record Stop(PartId who, Duration lasts) implements Fault {

  @Override
  public String victim() {
    return who.toString();
  }

  @Override
  public void strike(Stage stage) {
    stage.part(who).terminate();
  }

  @Override
  public void heal(Stage stage) {
    stage.part(who).start();
  }
}
