package nth.sequencer.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import nth.sequencer.operator.CannotGoOn;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyTest {

  @TempDir private Path folder;
  private Copy copy;

  @BeforeEach
  void open() {
    copy = new Copy(folder);
  }

  @Test
  void record_comesBackWithEveryByte() {
    var headers = new RecordHeaders();
    headers.add("type", "define".getBytes(UTF_8)).add("x", null).add("x", new byte[] {-1, 0});
    for (byte @Nullable [] value : new byte[][] {null, {}, {-1, 10, 0}, "ä\n\"".getBytes(UTF_8)}) {
      var record = new CopiedRecord(7, 1_000, null, value, headers);

      CopiedRecord back = CopiedRecord.parse(record.line());

      assertThat(back.value()).isEqualTo(value);
      assertThat(back.headers()).isEqualTo(headers);
      assertThat(back.line()).isEqualTo(record.line()).doesNotContain("\n");
    }
  }

  @Test
  void pieces_areReadInOrder_andAnUnfinishedOneIsNone() throws Exception {
    copy.add(0, 0, records(0, 1, 2));
    Files.writeString(folder.resolve("nth.entries-0.tmp"), "half");
    copy.add(0, 3, records(3));
    copy.add(1, 0, records(0));

    List<Long> read = new ArrayList<>();
    for (Copy.Piece piece : copy.pieces(0)) {
      Copy.read(piece, record -> read.add(record.offset()));
    }

    assertThat(read).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void missingPiece_isNoticed() throws IOException {
    copy.add(0, 0, records(0));
    copy.add(0, 2, records(2));

    assertThatThrownBy(() -> copy.pieces(0))
        .isInstanceOf(CannotGoOn.class)
        .hasMessageContaining("should begin at offset 1: a piece of the copy is missing");
  }

  @Test
  void missingRecord_isNotCopiedOver() {
    assertThatThrownBy(() -> copy.add(0, 0, records(0, 2)))
        .isInstanceOf(CannotGoOn.class)
        .hasMessageContaining("nth.entries-0 holds nothing at offset 1");
    assertThat(folder.resolve("nth.entries-0-00000000000000000000-00000000000000000002.jsonl.gz"))
        .doesNotExist();
  }

  @Test
  void damagedPiece_isNotRestored() throws IOException {
    Copy.Piece piece = copy.add(0, 0, records(0, 1, 2));
    byte[] bytes = Files.readAllBytes(piece.file());
    Files.write(piece.file(), Arrays.copyOf(bytes, bytes.length - 9));

    assertThatThrownBy(() -> Copy.read(piece, record -> {}))
        .isInstanceOf(CannotGoOn.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void secondRun_isRefusedWhileTheFirstWorks() throws IOException {
    try (CopyLock first = CopyLock.in(folder)) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> CopyLock.in(folder))
          .isInstanceOf(CannotGoOn.class)
          .hasMessageContaining("is running");
    }
    CopyLock.in(folder).close();
  }

  @Test
  void logThatIsNotTheCopiedOne_isNotAddedTo() throws Exception {
    CopiedRecord last = CopySeam.last(copy.add(0, 0, records(0, 1, 2)));

    CopySeam.check(0, last, records(2, 3));
    assertThatThrownBy(() -> CopySeam.check(0, last, records()))
        .isInstanceOf(CannotGoOn.class)
        .hasMessageContaining("nth.entries-0 ends before offset 2");
    assertThatThrownBy(() -> CopySeam.check(0, last, records(3)))
        .isInstanceOf(CannotGoOn.class)
        .hasMessageContaining("another record at offset 2");
    var later = new CopiedRecord(2, last.time() + 1, null, null, new RecordHeaders());
    assertThatThrownBy(() -> CopySeam.check(0, later, records(2)))
        .hasMessageContaining("another record at offset 2");
    var other = new CopiedRecord(2, last.time(), null, new byte[] {1}, new RecordHeaders());
    assertThatThrownBy(() -> CopySeam.check(0, other, records(2)))
        .hasMessageContaining("another record at offset 2");
  }

  private static Copy.Records records(long... offsets) {
    Iterator<Long> all = LongStream.of(offsets).boxed().iterator();
    return new Copy.Records() {
      @Override
      public boolean hasNext() {
        return all.hasNext();
      }

      @Override
      public CopiedRecord next() {
        return new CopiedRecord(all.next(), 1_000, null, null, new RecordHeaders());
      }
    };
  }
}
