package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import nth.app.ProcessExit;
import nth.app.TopicWatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** An instance that has nothing to read ends as soon as it is told to. */
@ExtendWith(OutputCaptureExtension.class)
class ITStopping {

  private ResultLog log;

  @BeforeEach
  void withoutTopics() {
    log = new ResultLog(1);
    log.deleteTopics();
  }

  @AfterEach
  void stop() {
    log.close();
  }

  private static void assertEnds(Instance instance) {
    assertThat(CompletableFuture.runAsync(instance::close)).succeedsWithin(Instance.LIMIT);
  }

  @Test
  void instanceWithoutTopics_waitsQuietly_andEndsWhenClosed(CapturedOutput output) {
    Instance instance = Instance.start(log, Instance.freshFolder());
    TopicWatch watch = instance.bean(TopicWatch.class);
    Instance.until(() -> watch.health().getDetails().toString().contains("does not exist yet"));

    assertEnds(instance);
    assertThat(output.getAll()).doesNotContain("reading is held up");
  }

  @Test
  void instanceThatFindsWrongTopics_endsWhenClosed() {
    log.createTopics(2);
    List<String> lines = new CopyOnWriteArrayList<>();
    ProcessExit exit = lines::add;
    Instance instance =
        Instance.start(
            log,
            Instance.freshFolder(),
            context -> context.registerBean(ProcessExit.class, () -> exit));
    Instance.until(() -> !lines.isEmpty());

    assertThat(lines).singleElement().asString().contains("Topics are not what they must be");
    assertEnds(instance);
  }
}
