package nth.sequencer.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.fixtures.Samples;
import nth.sequencer.webhook.NoticeRecord.UnknownForm;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class NoticeRecordTest {

  private static final String KEY = Samples.EVENT.value();
  private static final String WIN = new String(Happenings.bytes(Samples.WINNER), UTF_8);
  private static final String CLOSED = new String(Happenings.bytes(Samples.FINISHED), UTF_8);
  private static final String DEFINED = new String(Happenings.bytes(Samples.RUNNING), UTF_8);

  @Test
  void aPromotionThatIsNotClosed_isNothingToTell() {
    assertThat(NoticeRecord.read(record(Topics.PROMOTIONS, KEY, DEFINED))).isEmpty();
  }

  @Test
  void anId_isTheDedupId_andTheClosingStandsBehindItsWins() {
    Notice win = NoticeRecord.read(record(Topics.WINNERS, KEY, WIN)).orElseThrow();
    Notice closing = NoticeRecord.read(record(Topics.PROMOTIONS, KEY, CLOSED)).orElseThrow();

    assertThat(win.id()).isEqualTo(Samples.WINNER.dedupId());
    assertThat(closing.id()).isEqualTo(Samples.FINISHED.dedupId());
    assertThat(closing.place()).isGreaterThan(win.place());
    assertThat(closing.wins()).isEqualTo(1);
  }

  @Test
  void membersThatANewerNthAdds_areTold() {
    String newer = WIN.replace("}", ",\"added\":{\"later\":[1.50,\"é\"]}}");
    Notice win = NoticeRecord.read(record(Topics.WINNERS, KEY, newer)).orElseThrow();

    assertThat(new String(win.body(), UTF_8)).endsWith("\"data\":" + newer + "}");
  }

  @Test
  void aLaterWordOnTheSameClosing_changesNoByte() {
    String later = new String(Happenings.bytes(Samples.GONE), UTF_8);
    assertThat(later).contains("retired_at", "retired_by");
    Notice closing = NoticeRecord.read(record(Topics.PROMOTIONS, KEY, CLOSED)).orElseThrow();
    Notice again = NoticeRecord.read(record(Topics.PROMOTIONS, KEY, later)).orElseThrow();

    assertThat(again.body()).isEqualTo(closing.body());
    assertThat(again.id()).isEqualTo(closing.id());
    assertThat(again.later()).isTrue();
    assertThat(closing.later()).isFalse();
  }

  @Test
  void aNewerForm_isNotGuessed() {
    for (String newer :
        new String[] {WIN.replace("\"v\":1", "\"v\":2"), WIN.replace("winner_d", "winners_d")}) {
      assertThatThrownBy(() -> NoticeRecord.read(record(Topics.WINNERS, KEY, newer)))
          .isInstanceOf(UnknownForm.class);
    }
  }

  @Test
  void foreignKey_isRefused() {
    assertThatThrownBy(() -> NoticeRecord.read(record(Topics.WINNERS, "other", WIN)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static ConsumerRecord<byte[], byte[]> record(Topic<?> topic, String key, String value) {
    return new ConsumerRecord<>(topic.name(), 0, 7, key.getBytes(UTF_8), value.getBytes(UTF_8));
  }
}
