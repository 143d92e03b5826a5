package nth.proof.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Builds a commit in a folder of its own, of which only the jars are kept. */
public final class Jars {

  private static final List<String> APPLICATIONS = List.of("ingress", "sequencer", "notifier");

  private final Path folder;
  private final List<String> options;

  /**
   * @param folder emptied first; it then has {@code sequencer/target/sequencer-exec.jar} and so on
   * @param options of Maven
   */
  public Jars(Path folder, List<String> options) {
    this.folder = folder.toAbsolutePath().normalize();
    this.options = List.copyOf(options);
  }

  /**
   * Returns the folder.
   *
   * @throws BuildException if git or Maven says no
   */
  public Path of(History history, String commit) throws InterruptedException {
    Path tree = folder.resolve("tree");
    try {
      delete(folder);
      Files.createDirectories(tree);
      Path zip = folder.resolve("tree.zip");
      history.export(commit, zip);
      unzip(zip, tree);
      Files.delete(zip);
      build(commit, tree);
      for (String application : APPLICATIONS) {
        keep(tree, Path.of(application, "target", application + "-exec.jar"));
      }
      delete(tree);
      return folder;
    } catch (IOException e) {
      throw new BuildException(commit + " cannot be built in " + folder + ": " + e, e);
    }
  }

  private void build(String commit, Path tree) throws InterruptedException {
    Path log = folder.resolve("build.log");
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(
        List.of(
            "--batch-mode",
            "--quiet",
            "--threads=1C",
            "--also-make",
            "--projects=" + String.join(",", APPLICATIONS),
            "-DskipTests",
            "-Dspotless.check.skip",
            "package"));
    if (new Call(tree, "mvn").with(arguments).run(log) != 0) {
      throw new BuildException(commit + " cannot be built, see " + log);
    }
  }

  private void keep(Path tree, Path jar) throws IOException {
    Files.createDirectories(folder.resolve(jar).getParent());
    Files.move(tree.resolve(jar), folder.resolve(jar));
  }

  private static void unzip(Path zip, Path to) throws IOException {
    try (InputStream bytes = Files.newInputStream(zip);
        ZipInputStream entries = new ZipInputStream(bytes)) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        Path target = to.resolve(entry.getName()).normalize();
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(entries, target);
        }
      }
    }
  }

  private static void delete(Path old) throws IOException {
    if (Files.notExists(old)) {
      return;
    }
    try (Stream<Path> inside = Files.walk(old)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
