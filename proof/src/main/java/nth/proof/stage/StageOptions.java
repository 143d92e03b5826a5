package nth.proof.stage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a stage is made of.
 *
 * @param jars the folder with {@code sequencer/target/sequencer-exec.jar} and so on
 * @param partitions of nth's topics
 * @param compileFully whether the JVMs may compile all they can: better for hours, worse for starts
 * @param steppedClocks whether the clocks of applications and brokers can be stepped
 * @param retention {@code nth.retention.closed} of every ingress; null: everything is kept
 * @param late how long the applications run before brokers and database start; zero: those are
 *     ready first
 */
public record StageOptions(
    Path jars,
    int partitions,
    boolean compileFully,
    boolean steppedClocks,
    @Nullable String retention,
    Duration late) {

  public StageOptions {
    jars = jars.toAbsolutePath().normalize();
  }

  /** For jars that were built where this is run, or one folder above. */
  public static StageOptions usual() {
    Path here = Path.of("");
    Path jars = Files.isDirectory(here.resolve("sequencer")) ? here : Path.of("..");
    return new StageOptions(jars, 2, false, false, null, Duration.ZERO);
  }

  /** What runs as that role: one of ours. */
  public Path jar(Role role) {
    String name = role.text();
    Path jar = jars.resolve(name).resolve("target").resolve(name + "-exec.jar");
    if (Files.notExists(jar)) {
      throw new StageException(jar + " is missing: build it with mvn -DskipTests package.");
    }
    return jar;
  }

  public StageOptions withJars(Path folder) {
    return new StageOptions(folder, partitions, compileFully, steppedClocks, retention, late);
  }

  public StageOptions withFullCompilation() {
    return new StageOptions(jars, partitions, true, steppedClocks, retention, late);
  }

  public StageOptions withSteppedClocks() {
    return new StageOptions(jars, partitions, compileFully, true, retention, late);
  }

  public StageOptions withRetention(String duration) {
    return new StageOptions(jars, partitions, compileFully, steppedClocks, duration, late);
  }

  public StageOptions withLateBrokers(Duration delay) {
    return new StageOptions(jars, partitions, compileFully, steppedClocks, retention, delay);
  }
}
