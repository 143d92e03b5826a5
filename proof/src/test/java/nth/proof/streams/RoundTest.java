package nth.proof.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RoundTest {

  private final Round round = new Round(2, 10);

  @Test
  void round_isOver_whenEveryListenerHasHeardNews() throws InterruptedException {
    hear(0, 11, 100);
    assertThat(round.await(Duration.ZERO)).isFalse();

    hear(1, 12, 200);
    assertThat(round.await(Duration.ZERO)).isTrue();
    assertThat(round.heardAtNanos()).containsExactly(100, 200);
    assertThat(round.words()).isEqualTo("news 11");
  }

  @Test
  void oldNews_andNewsHeardTwice_doNotCount() {
    hear(0, 10, 100);
    hear(0, FrameReader.NO_ID, 150);
    assertThat(round.missing()).isEqualTo(2);

    hear(0, 11, 200);
    hear(0, 12, 300);
    assertThat(round.missing()).isEqualTo(1);
    assertThat(round.isHeardBy(0)).isTrue();
    assertThat(round.isHeardBy(1)).isFalse();
    assertThat(round.heardAtNanos()[0]).isEqualTo(200);
  }

  @Test
  void firstRound_takesAFrameWithoutId() {
    Round first = Round.first(1);

    first.hear(0, FrameReader.NO_ID, Unpooled.EMPTY_BUFFER, 1);

    assertThat(first.missing()).isZero();
  }

  private void hear(int listener, long id, long nowNanos) {
    round.hear(listener, id, Unpooled.copiedBuffer("news " + id, UTF_8), nowNanos);
  }
}
