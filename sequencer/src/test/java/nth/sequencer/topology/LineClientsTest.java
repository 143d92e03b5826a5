package nth.sequencer.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LineClientsTest {

  @Test
  void appendTime_isTaken() {
    assertThatCode(() -> LineClients.check(record(5_000, TimestampType.LOG_APPEND_TIME)))
        .doesNotThrowAnyException();
  }

  @Test
  @Tag("O-08")
  @Tag("O-09")
  void sendersTime_stopsTheLine() {
    assertThatThrownBy(() -> LineClients.check(record(5_000, TimestampType.CREATE_TIME)))
        .isInstanceOf(LineStopped.class)
        .hasMessageContaining("nth.entries at 0-7 carries CreateTime")
        .hasMessageContaining("nth.sequencer.accept-create-time=true");
    assertThatThrownBy(() -> LineClients.check(record(-1, TimestampType.NO_TIMESTAMP_TYPE)))
        .isInstanceOf(LineStopped.class);
  }

  @Test
  @Tag("O-08")
  void acceptedRecordWithoutTime_takesTheTimeBeforeIt() {
    var record = record(-1, TimestampType.NO_TIMESTAMP_TYPE);

    assertThat(new RecordTime().extract(record, 9)).isZero();
  }

  @Test
  @Tag("O-09")
  void acceptedTimeInMicroseconds_stopsTheLine() {
    var record = record(1_806_228_000_000_000L, TimestampType.CREATE_TIME);

    assertThatThrownBy(() -> new RecordTime().extract(record, 9))
        .isInstanceOf(LineStopped.class)
        .hasMessageContaining("after the year 9999");
  }

  private static ConsumerRecord<Object, Object> record(long timestamp, TimestampType type) {
    return new ConsumerRecord<>(
        Topics.ENTRIES.name(),
        0,
        7,
        timestamp,
        type,
        0,
        0,
        "key",
        "value",
        new RecordHeaders(),
        Optional.empty());
  }
}
