package nth.proof.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commits of a repository, asked of git. */
public final class History {

  private final Path repository;

  /**
   * @param repository its top folder
   */
  public History(Path repository) {
    this.repository = real(repository);
  }

  /**
   * The full id of a commit.
   *
   * @param revision as git takes it, like {@code HEAD^}
   * @throws BuildException if there is none, and why: there is no git, the folder is no repository,
   *     though it may lie in one, or is too shallow
   */
  public String commit(String revision) throws InterruptedException {
    Call.Answer prefix = git("rev-parse", "--show-prefix").run();
    if (prefix.exitCode() != 0) {
      throw new BuildException(
          repository + " is no repository that git reads: " + prefix.text().strip());
    }
    if (!prefix.text().isBlank()) {
      throw new BuildException(repository + " is no repository, it only lies in one.");
    }
    String name = revision + "^{commit}";
    Call.Answer id = git("rev-parse", "--verify", "--end-of-options", name).run();
    if (id.exitCode() != 0) {
      throw new BuildException(
          "%s %s no commit %s: %s"
              .formatted(
                  repository,
                  isShallow() ? "is a shallow clone and has" : "has",
                  revision,
                  id.text().strip()));
    }
    return id.text().strip();
  }

  private boolean isShallow() throws InterruptedException {
    return git("rev-parse", "--is-shallow-repository").run().text().strip().equals("true");
  }

  /** The tree of that commit as a zip. */
  void export(String commit, Path zip) throws InterruptedException {
    Call call = git("archive", "--format=zip", "-0", "--output=" + zip.toAbsolutePath(), commit);
    Call.Answer answer = call.run();
    if (answer.exitCode() != 0) {
      throw new BuildException("git cannot export " + commit + ": " + answer.text());
    }
  }

  private Call git(String... arguments) {
    // A checkout that another user owns is read all the same: whoever runs this builds it anyway.
    List<String> all = new ArrayList<>(List.of("-c", "safe.directory=" + repository));
    all.addAll(List.of(arguments));
    return new Call(repository, "git").with(all);
  }

  /** As git compares it. */
  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException missing) {
      return folder.toAbsolutePath().normalize();
    }
  }
}
