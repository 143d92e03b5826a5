package nth.proof;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import nth.proof.fault.Outcome;
import nth.proof.fault.Replacement;
import nth.proof.fault.Runner;
import nth.proof.stage.Part;
import nth.proof.stage.Role;
import nth.proof.stage.Stage;

/** New jars take over from those that a stage was started with, one instance after the other. */
final class Rollout {

  /** Who reads a record knows it before somebody writes it, see docs/upgrade.md. */
  private static final List<Role> ORDER = List.of(Role.NOTIFIER, Role.SEQUENCER, Role.INGRESS);

  /**
   * From which jars.
   *
   * @param from as {@code StageOptions.jars}; the stage's own are those that take over
   * @param back whether the old ones come back, and the new ones after them
   */
  record Plan(Path from, boolean back) {}

  /** Who is told of each replacement, which is over then. */
  interface Witness {
    void replaced(Outcome outcome);
  }

  private final Stage stage;
  private final Runner runner;
  private final Duration pause;
  private final Witness witness;
  private int replaced;

  Rollout(Stage stage, Runner runner, Duration pause, Witness witness) {
    this.stage = stage;
    this.runner = runner;
    this.pause = pause;
    this.witness = witness;
  }

  void run(Stage.Release after, boolean back) throws InterruptedException {
    Stage.Release before = stage.firstRelease();
    List<Part> upwards = ORDER.stream().flatMap(role -> stage.parts(role).stream()).toList();
    replace(upwards, after, "upgrade");
    if (back) {
      List<Part> downwards = new ArrayList<>(upwards);
      Collections.reverse(downwards);
      replace(downwards, before, "downgrade");
      replace(upwards, after, "upgrade");
    }
  }

  private void replace(List<Part> parts, Stage.Release by, String what)
      throws InterruptedException {
    for (Part part : parts) {
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
      String kind = part.id().role().text() + "-" + what;
      witness.replaced(runner.run(++replaced, kind, new Replacement(part.id(), by)));
    }
  }
}
