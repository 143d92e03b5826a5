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
      wire.define(EVENT, false, 2, 40);
      Wire.people(1, 20).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 20);
      sweep(file -> true);
      Wire.people(15, 40).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 40);
    }
    try (var line = start(stateDir)) {
      awaitReady(line);
      Wire.people(30, 50).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 50);
      sweep(file -> file.toString().contains("/entrants/"));
      Wire.people(1, 60).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 60);
    }
    sweep(file -> file.toString().endsWith(".sst"));
    try (var line = start(stateDir)) {
      awaitReady(line);
      Wire.people(1, 70).forEach(user -> wire.enter(EVENT, user));
      awaitNumbers(line, 70);
      assertThat(line.exits()).isEmpty();
    }
    Guarantee.assertAllHold(wire.history());
  }

  private void sweep(Predicate<Path> which) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(stateDir)) {
      files = all.filter(Files::isRegularFile).filter(which).toList();
    }
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
