package nth.proof.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;

/** SIGKILL, and everything it kept on its disk is gone when it starts again. */
record Wipe(List<PartId> victims, Duration lasts) implements Fault {

  Wipe(PartId victim, Duration lasts) {
    this(List.of(victim), lasts);
  }

  @Override
  public String victim() {
    return new Kill(victims, lasts).victim();
  }

  @Override
  public void strike(Stage stage) throws IOException {
    new Kill(victims, lasts).strike(stage);
    for (PartId victim : victims) {
      stage.part(victim).wipe();
    }
  }

  @Override
  public void heal(Stage stage) {
    new Kill(victims, lasts).heal(stage);
  }
}
