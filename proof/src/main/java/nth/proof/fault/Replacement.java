package nth.proof.fault;

import java.time.Duration;
import java.util.List;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;

/** Stopped in good order and started again as another build of itself. */
public final class Replacement implements Fault {

  private final PartId who;
  private final Stage.Release by;
  private final Restart restart;

  public Replacement(PartId who, Stage.Release by) {
    this.who = who;
    this.by = by;
    this.restart = new Restart(List.of(who));
  }

  @Override
  public String victim() {
    return who + " by " + by;
  }

  @Override
  public Duration lasts() {
    return restart.lasts();
  }

  @Override
  public boolean isTimed() {
    return restart.isTimed();
  }

  @Override
  public void strike(Stage stage) throws InterruptedException {
    by.takeOver(who);
    restart.strike(stage);
  }

  @Override
  public void heal(Stage stage) {}

  @Override
  public List<String> complaints() {
    return restart.complaints();
  }
}
