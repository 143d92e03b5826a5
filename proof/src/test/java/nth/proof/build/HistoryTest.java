package nth.proof.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import nth.contract.fixtures.Tools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

  @TempDir Path folder;

  @Test
  void folderWithoutHistory_hasNoCommit() throws Exception {
    assertThat(new History(folder).commit("HEAD")).isEmpty();
  }

  @Test
  void repositoryWithOneCommit_hasThatOne_andNoneBefore() throws Exception {
    Tools.require("git");
    commit("file", "text");

    History history = new History(folder);

    assertThat(history.commit("HEAD")).hasValueSatisfying(id -> assertThat(id).hasSize(40));
    assertThat(history.commit("HEAD^")).isEmpty();
    assertThat(history.commit("--help")).isEmpty();
  }

  @Test
  void folderWithinARepository_isNotTakenForIt() throws Exception {
    Tools.require("git");
    commit("inner/file", "text");

    assertThat(new History(folder.resolve("inner")).commit("HEAD")).isEmpty();
  }

  @Test
  void commitThatCannotBeBuilt_isSaid_andItsTreeIsExported() throws Exception {
    Tools.require("git");
    Tools.require("mvn");
    commit("pom.xml", "no project");
    History history = new History(folder);
    Path jars = folder.resolve("jars");

    assertThatThrownBy(
            () ->
                new Jars(jars, List.of("--offline"))
                    .of(history, history.commit("HEAD").orElseThrow()))
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
    git("-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "commit", "-qm", "one");
  }

  private void git(String... arguments) throws InterruptedException {
    Call.Answer answer = new Call(folder, "git").with(List.of(arguments)).run();
    assertThat(answer.exitCode()).as(answer.text()).isZero();
  }
}
