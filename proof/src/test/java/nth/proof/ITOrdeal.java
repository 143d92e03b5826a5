package nth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import nth.proof.fault.Kind;
import nth.proof.fault.Schedule;
import nth.proof.stage.StageOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short ordeal; the command {@code ordeal} makes a long one. */
class ITOrdeal {

  private static final long SEED = 1;
  private static final List<Kind> KINDS =
      List.of(
          Kind.SEQUENCER_KILL,
          Kind.BROKER_KILL,
          Kind.REPLIES_LOST,
          Kind.POSTGRES_COMMIT_CUT,
          Kind.POISON);

  @TempDir Path folder;

  @Test
  void aFaultOfEachOfFiveKinds_breaksNoPromise() throws Exception {
    Schedule schedule = Schedule.draw(SEED, KINDS.size(), KINDS);
    Ordeal ordeal =
        new Ordeal(
            folder,
            StageOptions.usual(),
            schedule,
            Duration.ZERO,
            1,
            new PrintWriter(System.out, true));

    Ordeal.Report report = ordeal.run(StandIn::arrive);

    assertThat(report.broken()).isEmpty();
    assertThat(report.outcomes()).hasSameSizeAs(KINDS);
  }
}
