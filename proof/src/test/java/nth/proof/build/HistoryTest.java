package nth.proof.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.stream.Stream;
import nth.contract.fixtures.Tools;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

  @TempDir Path folder;

  @Test
  void folderWithoutHistory_hasNoCommit() {
    Tools.require("git");

    assertNoCommit(folder, "HEAD", folder + " is no repository");
  }

  @Test
  void repositoryWithOneCommit_hasThatOne_andNoneBefore() throws Exception {
    Tools.require("git");
    commit("file", "text");

    assertThat(new History(folder).commit("HEAD")).hasSize(40);
    assertNoCommit(folder, "HEAD^", folder + " has no commit HEAD^: ");
    assertNoCommit(folder, "--help", folder + " has no commit --help: ");
  }

  @Test
  void folderWithinARepository_isNotTakenForIt() throws Exception {
    Tools.require("git");
    commit("inner/file", "text");

    assertNoCommit(folder.resolve("inner"), "HEAD", "only lies in one");
  }

  @Test
  void shallowClone_isSaidToBeOne() throws Exception {
    Tools.require("git");
    commit("file", "text");
    commit("file", "other text");
    git("clone", "--quiet", "--depth=1", folder.toUri().toString(), "clone");
    Path clone = folder.resolve("clone");

    assertThat(new History(clone).commit("HEAD")).hasSize(40);
    assertNoCommit(clone, "HEAD^", "is a shallow clone and has no commit HEAD^");
  }

  @Test
  void checkoutOfAnotherUser_isRead() throws Exception {
    Tools.require("git");
    Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root gives away");
    commit("file", "text");
    History history = new History(folder);
    String id = history.commit("HEAD");
    giveAway();

    assertThat(history.commit("HEAD")).isEqualTo(id);
    history.export(id, folder.resolve("tree.zip"));
    assertThat(folder.resolve("tree.zip")).isNotEmptyFile();
  }

  private void giveAway() throws IOException {
    UserPrincipal other =
        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.toList()) {
        Files.setOwner(path, other);
      }
    }
  }

  private static void assertNoCommit(Path repository, String revision, String... reasons) {
    assertThatThrownBy(() -> new History(repository).commit(revision))
        .isInstanceOf(BuildException.class)
        .hasMessageContainingAll(reasons);
  }

  @Test
  void commitThatCannotBeBuilt_isSaid_andItsTreeIsExported() throws Exception {
    Tools.require("git");
    Tools.require("mvn");
    commit("pom.xml", "no project");
    History history = new History(folder);
    Path jars = folder.resolve("jars");

    assertThatThrownBy(
            () -> new Jars(jars, List.of("--offline")).of(history, history.commit("HEAD")))
        .isInstanceOf(BuildException.class)
        .hasMessageContaining("build.log");
    assertThat(jars.resolve("tree").resolve("pom.xml")).hasContent("no project");
  }

  private void commit(String file, String text) throws IOException, InterruptedException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    git("init", "--quiet");
    git("add", ".");
    // Whatever the machine is set to: nothing is signed, and no hook of it is run.
    git(
        "-c",
        "user.name=nobody",
        "-c",
        "user.email=nobody@localhost",
        "-c",
        "commit.gpgsign=false",
        "-c",
        "core.hooksPath=/dev/null",
        "commit",
        "-qm",
        "one");
  }

  private void git(String... arguments) throws InterruptedException {
    Call.Answer answer = new Call(folder, "git").with(List.of(arguments)).run();
    assertThat(answer.exitCode()).as(answer.text()).isZero();
  }
}
