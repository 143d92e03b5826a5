package nth.proof.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import nth.contract.EventId;
import nth.contract.Result;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCopyTest {

  @TempDir private Path folder;

  @Test
  void everyPromotion_isReadByItself() {
    try (LogCopy copy = new LogCopy(folder)) {
      copy.add(record(0, Samples.DEFINED));
      copy.add(new ConsumerRecord<>("nth.results", 0, 1, "other".getBytes(UTF_8), new byte[9]));
      copy.add(record(2, Samples.NUMBERED));
      copy.seal();

      assertThat(copy.events()).containsExactly(new EventId("other"), Samples.EVENT);
      assertThat(copy.count()).isEqualTo(3);
      assertThat(copy.results(Samples.EVENT))
          .isEqualTo(
              java.util.List.of(
                  new Placed<>(0, Samples.DEFINED), new Placed<>(2, Samples.NUMBERED)));
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, Result result) {
    byte[] value = Topics.RESULTS.value().serializer().serialize("nth.results", result);
    byte[] key = result.origin().eventId().value().getBytes(UTF_8);
    return new ConsumerRecord<>("nth.results", 0, offset, key, value);
  }
}
