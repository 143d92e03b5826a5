package nth.proof.fault;

import java.time.Duration;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;

/** SIGSTOP, and SIGCONT when others have given it up: it wakes and does not know. */
record Pause(PartId who, Duration lasts) implements Fault {

  @Override
  public String victim() {
    return who.toString();
  }

  @Override
  public void strike(Stage stage) {
    stage.part(who).pause();
  }

  @Override
  public void heal(Stage stage) {
    stage.part(who).resume();
  }
}
