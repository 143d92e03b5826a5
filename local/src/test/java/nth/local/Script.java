package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Commands of a shell, which may say and do what they like, but not for ever. */
record Script(Process bash, Path said) implements AutoCloseable {

  /**
   * @param folder where it may leave a file
   */
  static Script start(Path folder, String commands) throws IOException {
    Path said = Files.createTempFile(folder, "script", ".txt");
    Process bash =
        new ProcessBuilder("bash", "-c", commands)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    return new Script(bash, said);
  }

  String output() {
    try {
      return Files.readString(said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void awaitOutput(String part) {
    await().atMost(Shop.LIMIT).until(() -> !bash.isAlive() || output().contains(part));
    assertThat(output()).contains(part);
  }

  int awaitExit() {
    await().atMost(Shop.LIMIT).until(() -> !bash.isAlive());
    return bash.exitValue();
  }

  @Override
  public void close() {
    bash.descendants().forEach(ProcessHandle::destroyForcibly);
    bash.destroyForcibly();
  }
}
