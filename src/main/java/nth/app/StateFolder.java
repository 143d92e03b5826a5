package nth.app;

import java.nio.file.Path;

/**
 * Where an application keeps what it would have to build anew: not where systems clean up behind
 * one's back. A program that is run from there itself, as for a trial, may keep its state beside
 * it.
 */
public final class StateFolder {

  private StateFolder() {}

  /**
   * @param key the setting that names the folder
   * @return the folder, absolute
   * @throws IllegalArgumentException if it lies below the temporary folder of the system
   */
  public static Path checked(String key, Path folder) {
    return checked(key, folder, Path.of(System.getProperty("java.io.tmpdir")), Path.of(""));
  }

  static Path checked(String key, Path folder, Path temporary, Path workingFolder) {
    Path state = absolute(folder);
    Path swept = absolute(temporary);
    if (state.startsWith(swept) && !absolute(workingFolder).startsWith(swept)) {
      throw new IllegalArgumentException(
          "%s must not lie below %s, which is emptied without asking, and is %s"
              .formatted(key, swept, state));
    }
    return state;
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }
}
