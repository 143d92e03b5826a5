package nth.proof.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
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
      delete(stage.part(victim).data());
    }
  }

  @Override
  public void heal(Stage stage) {
    new Kill(victims, lasts).heal(stage);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> inside = Files.walk(folder)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
