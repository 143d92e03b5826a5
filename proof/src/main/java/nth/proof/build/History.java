package nth.proof.build;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The commits of a repository, asked of git. */
public final class History {

  private final Path repository;

  /**
   * @param repository its top folder
   */
  public History(Path repository) {
    this.repository = repository.toAbsolutePath().normalize();
  }

  /**
   * The full id of a commit, or nothing: there is no git, the folder is no repository, though it
   * may lie in one, or is too shallow for that commit.
   *
   * @param revision as git takes it, like {@code HEAD^}
   */
  public Optional<String> commit(String revision) throws InterruptedException {
    boolean top =
        ask("rev-parse", "--show-prefix").filter(prefix -> prefix.strip().isEmpty()).isPresent();
    return top
        ? ask("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
            .map(String::strip)
        : Optional.empty();
  }

  /** The tree of that commit as a zip. */
  void export(String commit, Path zip) throws InterruptedException {
    Call call = git("archive", "--format=zip", "-0", "--output=" + zip.toAbsolutePath(), commit);
    Call.Answer answer = call.run();
    if (answer.exitCode() != 0) {
      throw new BuildException("git cannot export " + commit + ": " + answer.text());
    }
  }

  private Optional<String> ask(String... question) throws InterruptedException {
    try {
      Call.Answer answer = git(question).run();
      return answer.exitCode() == 0 ? Optional.of(answer.text()) : Optional.empty();
    } catch (BuildException noGit) {
      return Optional.empty();
    }
  }

  private Call git(String... arguments) {
    return new Call(repository, "git").with(List.of(arguments));
  }
}
