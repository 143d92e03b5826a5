package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import nth.ingress.Decisions.Awaited;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** The sample entry stands at 0-7; beside its number a closing stands at the same position. */
class DecisionsTest {

  private static final Position SEVEN = Samples.position(7);

  private final AtomicLong nanos = new AtomicLong();
  private final Decisions decisions = new Decisions(2, nanos::get);

  private void read(Result... results) {
    List<ConsumerRecord<byte[], byte[]>> records =
        Arrays.stream(results).map(DecisionsTest::record).toList();
    decisions.handle(0, records, 1);
  }

  private static ConsumerRecord<byte[], byte[]> record(Result result) {
    return record(
        Topics.RESULTS.value().serializer().serialize("nth.results", result), Headers.of(result));
  }

  private static ConsumerRecord<byte[], byte[]> record(
      byte[] value, org.apache.kafka.common.header.Headers headers) {
    return new ConsumerRecord<>(
        "nth.results",
        0,
        0,
        0,
        TimestampType.CREATE_TIME,
        0,
        value.length,
        new byte[0],
        value,
        headers,
        Optional.empty());
  }

  private Awaited entry() {
    return decisions.await(Samples.SUBMIT).orElseThrow();
  }

  @Test
  void aResultAfterTheAcknowledgement_arrives() {
    Awaited entry = entry();
    entry.acknowledged(SEVEN);
    read(Samples.NUMBERED);
    assertThat(entry.result()).isCompletedWithValue(Samples.NUMBERED);
  }

  @Test
  void aResultBeforeTheAcknowledgement_isHeld() {
    Awaited entry = entry();
    read(Samples.NUMBERED, Samples.CLOSED);
    assertThat(entry.result()).isNotDone();
    entry.acknowledged(SEVEN);
    assertThat(entry.result()).isCompletedWithValue(Samples.NUMBERED);
  }

  @Test
  void anotherAttemptOfTheSameRequest_isNotTaken() {
    Awaited entry = entry();
    entry.acknowledged(SEVEN);
    read(Samples.REFUSED_ENTRY, Samples.NUMBERED_AGAIN);
    assertThat(entry.result()).isNotDone();
    read(Samples.NUMBERED);
    assertThat(entry.result()).isCompletedWithValue(Samples.NUMBERED);
  }

  @Test
  void aClosingBesideTheNumber_isNotTheEntrysAnswer() {
    Awaited entry = entry();
    entry.acknowledged(SEVEN);
    read(Samples.CLOSED);
    assertThat(entry.result()).isNotDone();
    read(Samples.NUMBERED);
    assertThat(entry.result()).isCompletedWithValue(Samples.NUMBERED);
  }

  @Test
  void whatIsHeldTooLong_isLetGo() {
    Awaited first = entry();
    read(Samples.NUMBERED);
    nanos.addAndGet(Decisions.HELD.toNanos() + 1);
    read(Samples.REFUSED_ENTRY);
    first.acknowledged(SEVEN);
    assertThat(first.result()).isNotDone();
    Awaited second = entry();
    second.acknowledged(Samples.position(3));
    assertThat(second.result()).isNotDone();
  }

  @Test
  void whatIsHeld_isLetGoWithTheLastAcknowledgement() {
    Awaited first = entry();
    read(Samples.NUMBERED);
    first.close();
    Awaited second = entry();
    second.acknowledged(SEVEN);
    assertThat(second.result()).isNotDone();
  }

  @Test
  void moreThanMayWait_doNot_untilOneIsAnswered() {
    Awaited first = entry();
    entry().acknowledged(SEVEN);
    assertThat(decisions.await(Samples.SUBMIT)).isEmpty();
    first.close();
    first.close();
    assertThat(decisions.await(Samples.SUBMIT)).isPresent();
    assertThat(decisions.await(Samples.SUBMIT)).isEmpty();
  }

  @Test
  void anAcknowledgementAfterTheWait_isIgnored() {
    Awaited entry = entry();
    entry.close();
    entry.acknowledged(SEVEN);
    read(Samples.NUMBERED);
    assertThat(entry.result()).isNotDone();
  }

  @Test
  void resultsThatMakeNoSense_arePassedOver() {
    Awaited entry = entry();
    entry.acknowledged(SEVEN);
    var nowhere = record(new byte[0], new RecordHeaders());
    var oddPlace = new RecordHeaders().add("position", new byte[] {'x'});
    var garbage = record(new byte[] {'{'}, Headers.of(Samples.NUMBERED));
    decisions.handle(0, List.of(nowhere, record(new byte[0], oddPlace), garbage), 3);
    assertThat(entry.result()).isNotDone();
    read(Samples.NUMBERED);
    assertThat(entry.result()).isCompletedWithValue(Samples.NUMBERED);
  }
}
