package nth.proof.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import nth.proof.stage.Part;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;

/** Stopped in good order and started again, one after the other when each is ready. */
final class Restart implements Fault {

  private static final Duration READY_LIMIT = Duration.ofSeconds(120);
  // 143: ended by SIGTERM, as a JVM says that ran its hooks.
  private static final Set<Integer> GOOD_ENDS = Set.of(0, 143);

  private final List<PartId> victims;
  private final List<String> complaints = new ArrayList<>();

  Restart(List<PartId> victims) {
    this.victims = victims;
  }

  @Override
  public String victim() {
    return new Kill(victims, Duration.ZERO).victim();
  }

  @Override
  public Duration lasts() {
    return Duration.ZERO;
  }

  /** One after the other, each in its own time. */
  @Override
  public boolean isTimed() {
    return false;
  }

  @Override
  public void strike(Stage stage) throws InterruptedException {
    for (PartId victim : victims) {
      Part part = stage.part(victim);
      part.terminate().ifPresent(exitCode -> judge(victim, exitCode));
      part.start();
      if (!part.awaitReady(READY_LIMIT)) {
        complaints.add(victim + " is not ready " + READY_LIMIT.toSeconds() + " s after its start");
      }
    }
  }

  private void judge(PartId victim, int exitCode) {
    if (!GOOD_ENDS.contains(exitCode)) {
      complaints.add(victim + " was asked to stop and ended with exit code " + exitCode);
    }
  }

  @Override
  public void heal(Stage stage) {}

  @Override
  public List<String> complaints() {
    return List.copyOf(complaints);
  }
}
