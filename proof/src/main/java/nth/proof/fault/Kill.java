package nth.proof.fault;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;

/** SIGKILL, and started again later. */
record Kill(List<PartId> victims, Duration lasts) implements Fault {

  Kill(PartId victim, Duration lasts) {
    this(List.of(victim), lasts);
  }

  @Override
  public String victim() {
    return victims.stream().map(PartId::toString).collect(Collectors.joining(", "));
  }

  @Override
  public void strike(Stage stage) {
    victims.forEach(victim -> stage.part(victim).kill9());
  }

  @Override
  public void heal(Stage stage) {
    victims.forEach(victim -> stage.part(victim).start());
  }
}
