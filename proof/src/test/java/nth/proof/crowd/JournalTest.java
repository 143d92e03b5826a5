package nth.proof.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import nth.contract.EventId;
import nth.contract.Position;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

  private static final Answer QUEUED =
      new Answer(202, Code.QUEUED, new Position(1, 77), "click-5-0", 0, false, false, 0);

  @TempDir private Path folder;
  private Journal journal;

  @BeforeEach
  void open() {
    journal = new Journal(folder);
    journal.open(new EventId("one"));
    journal.open(new EventId("two"));
  }

  @AfterEach
  void close() {
    journal.close();
  }

  @Test
  void everyAttempt_isKeptAsItWas() {
    List<Attempt> attempts =
        List.of(
            new Attempt(1, 5, 0, 1, 100, 200, QUEUED),
            new Attempt(
                0,
                (1 << 24) - 1,
                254,
                15,
                Long.MAX_VALUE,
                -1,
                new Answer(
                    200,
                    Code.DECIDED,
                    new Position(99, (1L << 47)),
                    Attempt.requestId((1 << 24) - 1, 254),
                    1_000_000_000,
                    true,
                    true,
                    1_796_057_230_123L)),
            new Attempt(1, 5, 3, 0, 100, 3100, Answer.none(Code.TIME_OUT)),
            new Attempt(
                1,
                5,
                3,
                0,
                100,
                200,
                new Answer(409, Code.CLOSED, null, "click-5-3", 0, false, false, 0)));

    attempts.forEach(journal::add);

    assertThat(attempts).hasSize(journal.size());
    for (int row = 0; row < attempts.size(); row++) {
      assertThat(journal.get(row)).isEqualTo(attempts.get(row));
    }
  }

  @Test
  void requestIdThatWasNotSent_isKept() {
    Answer other = new Answer(202, Code.QUEUED, new Position(0, 1), "a-uuid", 0, false, false, 0);
    Attempt keyless = new Attempt(0, 1, Attempt.NO_KEY, 0, 1, 2, other);
    Attempt mistaken = new Attempt(0, 1, 4, 0, 1, 2, other);

    journal.add(keyless);
    journal.add(mistaken);

    assertThat(journal.get(0)).isEqualTo(keyless);
    assertThat(journal.get(1)).isEqualTo(mistaken);
  }

  @Test
  void rows_areFoundByPromotion() {
    journal.add(new Attempt(1, 5, 0, 1, 100, 200, QUEUED));
    journal.add(new Attempt(0, 6, 0, 1, 100, 200, QUEUED));
    journal.add(new Attempt(1, 7, 0, 1, 100, 200, QUEUED));

    assertThat(journal.byPromotion()).containsExactly(new int[] {1}, new int[] {0, 2});
  }

  @Test
  void newestPosition_isKnownOfEachPartition() {
    journal.add(new Attempt(1, 5, 0, 1, 100, 200, QUEUED));
    journal.add(new Attempt(1, 5, 0, 1, 100, 200, Answer.none(Code.TIME_OUT)));

    assertThat(journal.lastAccepted()).isEqualTo(java.util.Map.of(1, 77L));
    assertThat(journal.accepted()).isEqualTo(1);
  }

  @Test
  void file_hasALineForEachAttempt() throws IOException {
    journal.add(new Attempt(1, 5, 0, 1, 0, 2_000_000, QUEUED));
    journal.close();

    assertThat(Files.readAllLines(folder.resolve("journal.tsv")))
        .hasSize(2)
        .last()
        .asString()
        .endsWith("\t2\ttwo\tguest-5\tclick-5-0\t1\t202\tqueued\t1-77\t0");
  }
}
