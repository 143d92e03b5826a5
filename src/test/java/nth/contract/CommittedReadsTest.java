package nth.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.api.Test;

class CommittedReadsTest {

  private static final Map<String, Object> BASE =
      Map.of(
          "bootstrap.servers", "localhost:1",
          "isolation.level", "read_uncommitted",
          "group.id", "somebody");

  @Test
  void installation_cannotMakeAReaderSeeWhatIsNotCommitted() {
    var consumer = new ConsumerConfig(CommittedReads.settings(BASE, Map.of()));

    assertThat(consumer.getString("isolation.level")).isEqualTo("read_committed");
    assertThat(consumer.getString("group.id")).isNull();
    assertThat(consumer.getBoolean("enable.auto.commit")).isFalse();
    assertThat(consumer.getBoolean("allow.auto.create.topics")).isFalse();
  }

  @Test
  void brokerThatHangs_isLeftAfterSeconds_unlessTheInstallationSaysOtherwise() {
    var usual = new ConsumerConfig(CommittedReads.settings(BASE, Map.of()));
    var patient =
        new ConsumerConfig(
            CommittedReads.settings(
                Map.of("bootstrap.servers", "localhost:1", "request.timeout.ms", 9_000), Map.of()));

    assertThat(usual.getInt("request.timeout.ms")).isEqualTo(5_000);
    assertThat(usual.getLong("socket.connection.setup.timeout.ms")).isEqualTo(2_000);
    assertThat(patient.getInt("request.timeout.ms")).isEqualTo(9_000);
  }

  @Test
  void readerThatAsksForMore_isRefused() {
    Map<String, Object> own = Map.of("isolation.level", "read_uncommitted");

    assertThatThrownBy(() -> CommittedReads.settings(BASE, own))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("must be read_committed and is read_uncommitted");
  }
}
