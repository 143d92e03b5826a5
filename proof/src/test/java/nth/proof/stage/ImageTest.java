package nth.proof.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageTest {

  @Test
  void commandIsThatOfTheLastStage_withTheJavaAndTheJarOfThisMachine(@TempDir Path folder)
      throws IOException {
    Files.writeString(
        folder.resolve("Dockerfile"),
        """
        FROM one AS layers
        ENV OF_THE_FIRST=1
        FROM two
        ENV MALLOC_ARENA_MAX=2 OTHER=a=b
        # ENTRYPOINT ["not", "this"]
        ENTRYPOINT ["java", "-Xmx1g", "-jar", "app.jar"]
        """);

    Image image = Image.in(folder);

    assertThat(image.environment())
        .containsOnlyKeys("MALLOC_ARENA_MAX", "OTHER")
        .containsEntry("OTHER", "a=b");
    assertThat(image.command(Path.of("/jdk/bin/java"), List.of("-Da=b"), Path.of("/x/in.jar")))
        .containsExactly("/jdk/bin/java", "-Da=b", "-Xmx1g", "-jar", "/x/in.jar");
  }

  @Test
  void dockerfileOfThisRepository_runsJava() throws IOException {
    Image image = Image.in(Path.of(".."));

    assertThat(image.entrypoint()).startsWith("java").endsWith("-jar", "app.jar");
  }
}
