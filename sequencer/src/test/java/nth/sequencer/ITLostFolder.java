package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import nth.contract.guarantees.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The working copy of the state is swept away under a running line. */
class ITLostFolder extends OnARealBroker {

  private final Path stateDir = RunningSequencer.freshStateDir();

  @Test
  @Tag("O-13")
  @Tag("O-15")
  @Procedure("The state folder is lost, or is to be moved")
  void filesThatAreSweptAway_leadToARebuild_neverToAWrongNumber() throws IOException {
    try (var line = start(stateDir)) {
      awaitReady(line);
      wire.define(EVENT, false, 2, 400);
      Wire.people(1, 100).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 100);
      sweep(stateDir, file -> true);
      Wire.people(90, 200).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 200);
    }
    try (var line = start(stateDir)) {
      awaitReady(line);
      Wire.people(150, 300).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 300);
      sweep(stateDir, file -> file.toString().contains("/entrants/"));
      Wire.people(250, 400).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 400);
    }
    try (var line = start(stateDir)) {
      awaitReady(line);
      Wire.people(1, 450).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 450);
      sweep(stateDir, file -> file.toString().endsWith(".sst"));
    }
    try (var line = start(stateDir)) {
      awaitReady(line);
      Wire.people(1, 460).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 460);
      assertThat(line.exits()).isEmpty();
    }
    Guarantee.assertAllHold(wire.history());
  }

  private static void sweep(Path folder, Predicate<Path> which) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile).filter(which).toList();
    }
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
