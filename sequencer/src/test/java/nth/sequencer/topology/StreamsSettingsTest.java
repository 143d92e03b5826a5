package nth.sequencer.topology;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import nth.contract.TopicSettings;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StreamsSettingsTest {

  private static final Map<String, Object> BASE = Map.of("bootstrap.servers", "broker:9092");
  private static final Path STATE = Path.of("/var/lib/nth");
  private static final LineTimeouts TIMES =
      new LineTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(3));

  @Test
  @Tag("O-01")
  @Tag("O-02")
  @Tag("O-15")
  void everyOption_isPinned() {
    Properties settings = StreamsSettings.of(BASE, new TopicSettings(1, 1, 1), STATE, TIMES);

    assertThat(settings)
        .containsOnly(
            entry("bootstrap.servers", "broker:9092"),
            entry("application.id", "nth-sequencer"),
            entry("processing.guarantee", "exactly_once_v2"),
            entry("commit.interval.ms", 50L),
            entry("main.consumer.max.poll.records", 200),
            entry("statestore.cache.max.bytes", 16_777_216L),
            entry("state.dir", "/var/lib/nth"),
            entry("replication.factor", 1),
            entry("num.standby.replicas", 0),
            entry("acceptable.recovery.lag", 0L),
            entry("num.stream.threads", 1),
            entry("ensure.explicit.internal.resource.naming", true),
            entry("group.protocol", "classic"),
            entry(
                "deserialization.exception.handler",
                org.apache.kafka.streams.errors.LogAndFailExceptionHandler.class),
            entry(
                "processing.exception.handler",
                org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler.class),
            entry(
                "production.exception.handler",
                org.apache.kafka.streams.errors.DefaultProductionExceptionHandler.class),
            entry("consumer.isolation.level", "read_committed"),
            entry("consumer.session.timeout.ms", 2_000),
            entry("consumer.heartbeat.interval.ms", 400),
            entry("consumer.max.poll.interval.ms", 120_000),
            entry("main.consumer.auto.offset.reset", "none"),
            entry("producer.acks", "all"),
            entry("producer.enable.idempotence", true),
            entry("producer.transaction.timeout.ms", 3_000),
            entry("consumer.request.timeout.ms", 3_000),
            entry("producer.request.timeout.ms", 3_000),
            entry("admin.request.timeout.ms", 3_000),
            entry("consumer.socket.connection.setup.timeout.ms", 2_000L),
            entry("producer.socket.connection.setup.timeout.ms", 2_000L),
            entry("admin.socket.connection.setup.timeout.ms", 2_000L));
  }

  @Test
  void cluster_hasAStandby() {
    Properties settings = StreamsSettings.of(BASE, new TopicSettings(1, 3, 2), STATE, TIMES);

    assertThat(settings)
        .containsEntry("num.standby.replicas", 1)
        .containsEntry("replication.factor", 3);
  }

  @Test
  void effectiveClients_areWhatWasAsked() {
    var config =
        new StreamsConfig(StreamsSettings.of(BASE, new TopicSettings(1, 3, 2), STATE, TIMES));
    var consumer = config.getMainConsumerConfigs("nth-sequencer", "c", 0);
    var producer = config.getProducerConfigs("p");

    assertThat(consumer)
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("auto.offset.reset", "none")
        .containsEntry("session.timeout.ms", 2_000);
    assertThat(config.getRestoreConsumerConfigs("r"))
        .containsEntry("isolation.level", "read_committed");
    assertThat(producer)
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("transaction.timeout.ms", 3_000);
  }
}
