package nth.proof.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One run of a program of the machine.
 *
 * @param folder where it is run
 */
record Call(Path folder, List<String> command) {

  private static final long LIMIT_MINUTES = 10;
  private static final Set<String> PLACES =
      Set.of(
          "GIT_DIR",
          "GIT_COMMON_DIR",
          "GIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_OBJECT_DIRECTORY",
          "GIT_ALTERNATE_OBJECT_DIRECTORIES");
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  record Answer(int exitCode, String text) {}

  Call(Path folder, String program) {
    this(folder, List.of(program));
  }

  Call with(List<String> arguments) {
    List<String> all = new ArrayList<>(command);
    all.addAll(arguments);
    return new Call(folder, all);
  }

  Answer run() throws InterruptedException {
    try {
      Path said = Files.createTempFile("said", ".txt");
      try {
        return new Answer(run(said), Files.readString(said, UTF_8));
      } finally {
        Files.delete(said);
      }
    } catch (IOException e) {
      throw new BuildException(command.get(0) + " cannot be run: " + e.getMessage(), e);
    }
  }

  /** Returns the exit code. */
  int run(Path output) throws InterruptedException {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      // A hook or a rebase that runs the tests says where its own repository is.
      builder.environment().keySet().removeAll(PLACES);
      // It is over before it pays to compile well.
      builder.environment().merge("MAVEN_OPTS", QUICK, (given, quick) -> given + " " + quick);
      Process process = builder.start();
      try {
        if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
          throw new BuildException(command.get(0) + " takes more than " + LIMIT_MINUTES + " min.");
        }
        return process.exitValue();
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new BuildException(command.get(0) + " cannot be run: " + e.getMessage(), e);
    }
  }
}
