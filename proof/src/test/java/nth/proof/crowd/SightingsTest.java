package nth.proof.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import nth.contract.EventId;
import nth.contract.Position;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SightingsTest {

  private static final long SECOND = 1_000_000_000L;
  private static final byte[] VALUE = {1, 2, 3};

  @TempDir private Path folder;
  private final Sightings sightings = new Sightings();
  private Journal journal;

  @BeforeEach
  void open() {
    journal = new Journal(folder);
    journal.open(new EventId("one"));
  }

  @AfterEach
  void close() {
    journal.close();
  }

  @Test
  void recovery_endsWithTheFirstEntrySentAfterTheStrike() {
    accepted(0, 9, 100);
    accepted(0, 11, 101);
    accepted(0, 12, 102);
    decided(0, 10.5, 100);
    decided(0, 14, 101);
    decided(0, 20, 102);

    assertThat(sightings.recovery(journal, at(10), at(30))).contains(Duration.ofSeconds(4));
  }

  @Test
  void slowestPartition_counts() {
    accepted(0, 11, 101);
    accepted(1, 11, 7);
    decided(0, 12, 101);
    decided(1, 17, 7);

    assertThat(sightings.recovery(journal, at(10), at(30))).contains(Duration.ofSeconds(7));
  }

  @Test
  void partitionThatDecidesNothing_hasNotRecovered() {
    accepted(0, 11, 101);
    accepted(1, 11, 7);
    decided(0, 12, 101);

    assertThat(sightings.recovery(journal, at(10), at(30))).isEmpty();
  }

  @Test
  void silence_countsOnlyWhileSomethingWaits() {
    accepted(0, 1, 100);
    decided(0, 2, 100);
    accepted(0, 10, 101);
    decided(0, 13, 101);
    decided(0, 14, 101);

    assertThat(sightings.longestSilence(journal, 0, at(0), at(60)))
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void silenceAtTheEnd_counts() {
    accepted(0, 1, 100);
    decided(0, 2, 100);
    accepted(0, 10, 101);

    assertThat(sightings.longestSilence(journal, 0, at(0), at(60)))
        .isEqualTo(Duration.ofSeconds(50));
  }

  @Test
  void silence_endsForWhatIsDecided_notForWhatCameAfterIt() {
    accepted(0, 1, 100);
    accepted(0, 4, 101);
    accepted(0, 6, 102);
    decided(0, 3, 100);
    decided(0, 9, 101);
    decided(0, 13, 102);

    assertThat(sightings.longestSilence(journal, 0, at(0), at(60)))
        .isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void sameLog_hasNotChanged() {
    decided(0, 1, 100);
    decided(0, 2, 101);
    Comparison comparison = sightings.compare(0);

    assertThat(comparison.at(100, VALUE)).isEmpty();
    assertThat(comparison.at(101, VALUE)).isEmpty();
    assertThat(comparison.at(102, VALUE)).isEmpty();
    assertThat(comparison.upTo(Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void whatIsReadDuringTheComparison_isNotCompared() {
    decided(0, 1, 100);
    Comparison comparison = sightings.compare(0);
    comparison.at(100, VALUE);
    comparison.at(101, VALUE);
    decided(0, 2, 101);

    assertThat(comparison.upTo(Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void resultThatComesAgain_isTheSameOne() {
    decided(0, 1, 100);
    decided(0, 2, 101);
    decided(0, 3, 100);
    decided(0, 4, 102);

    assertThat(sightings.contradictions()).isEmpty();
    assertThat(sightings.compare(0).upTo(Long.MAX_VALUE)).hasSize(3);
  }

  @Test
  void resultThatComesAgainOtherwise_isAContradiction() {
    decided(0, 1, 100);
    decided(0, 2, 102);
    sightings.note(0, 3, 100, 100, new byte[] {9});
    sightings.note(0, 4, 101, 101, VALUE);

    assertThat(sightings.contradictions()).hasSize(2);
  }

  @Test
  void resultThatChangedOrVanished_isFound() {
    decided(0, 1, 100);
    decided(0, 2, 101);
    decided(0, 3, 102);
    Comparison comparison = sightings.compare(0);

    assertThat(comparison.at(100, new byte[] {9})).hasSize(1);
    assertThat(comparison.at(102, VALUE)).containsExactly("the result read at offset 101 is gone");
    assertThat(sightings.compare(0).upTo(Long.MAX_VALUE)).hasSize(3);
  }

  /** Sent at this second and acknowledged at once. */
  private void accepted(int partition, int second, long offset) {
    Position position = new Position(partition, offset);
    Answer answer = new Answer(202, Code.QUEUED, position, "r", 0, false, false, 0);
    journal.add(new Attempt(0, 1, 0, 0, second * SECOND, second * SECOND, answer));
  }

  private void decided(int partition, double second, long command) {
    sightings.note(partition, (long) (second * SECOND), command, command, VALUE);
  }

  private static Instant at(int second) {
    return Timeline.at(second * SECOND);
  }
}
