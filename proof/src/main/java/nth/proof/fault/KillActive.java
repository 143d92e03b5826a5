package nth.proof.fault;

import java.time.Duration;
import nth.proof.stage.Line;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;

/** SIGKILL of the sequencer that numbers one partition at that moment. */
final class KillActive implements Fault {

  private final int partition;
  private final PartId otherwise;
  private final Duration lasts;
  private PartId hit;

  /**
   * @param otherwise whom it hits if the partition is just being handed over
   */
  KillActive(int partition, PartId otherwise, Duration lasts) {
    this.partition = partition;
    this.otherwise = otherwise;
    this.lasts = lasts;
    this.hit = otherwise;
  }

  /** Known for certain when it has struck. */
  @Override
  public String victim() {
    return hit + " (partition " + partition + ")";
  }

  @Override
  public Duration lasts() {
    return lasts;
  }

  @Override
  public void strike(Stage stage) {
    hit = Line.of(stage).sequencerOf(partition).orElse(otherwise);
    stage.part(hit).kill9();
  }

  @Override
  public void heal(Stage stage) {
    stage.part(hit).start();
  }
}
