package nth.proof.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameReaderTest {

  private static final String STREAM =
      """
      retry: 2345
      event: snapshot
      data: {"status":"none"}

      :

      id: 7
      event: result
      data: {"id":1}

      id: 1234567890123
      event: closed
      data: {}

      """;

  private final FrameReader reader = new FrameReader();
  private final List<Long> ids = new ArrayList<>();
  private final List<String> frames = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 20, 1000})
  void frames_areTheSame_whereverTheStreamIsCut(int length) {
    for (int i = 0; i < STREAM.length(); i += length) {
      read(STREAM.substring(i, Math.min(i + length, STREAM.length())));
    }

    assertThat(ids).containsExactly(FrameReader.NO_ID, 7L, 1234567890123L);
    assertThat(frames.get(1)).isEqualTo("id: 7\nevent: result\ndata: {\"id\":1}\n");
  }

  @Test
  void comment_saysNothing() {
    read(":\n\n: still here\n\n");

    assertThat(ids).isEmpty();
  }

  @Test
  void frame_isHeardOnlyWithItsEmptyLine() {
    read("id: 1\ndata: {}\n");
    assertThat(ids).isEmpty();

    read("\n");
    assertThat(ids).containsExactly(1L);
  }

  private void read(String piece) {
    reader.read(
        Unpooled.copiedBuffer(piece, UTF_8),
        (id, words) -> {
          ids.add(id);
          frames.add(words.toString(UTF_8));
        });
  }
}
