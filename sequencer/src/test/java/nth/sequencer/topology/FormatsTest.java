package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.PlacedWinner;
import nth.contract.RequestId;
import nth.contract.Seq;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import nth.sequencer.Procedure;
import nth.sequencer.domain.Closed;
import nth.sequencer.domain.Entrant;
import nth.sequencer.domain.Retired;
import nth.sequencer.domain.Running;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

/** Bytes that running installations hold: each is read for ever. */
class FormatsTest {

  private static final Running RUNNING =
      new Running(
          1,
          Samples.DEFINITION,
          Samples.OPENS,
          Samples.position(0),
          2,
          List.of(new PlacedWinner(new Seq(2), People.BOB)));

  private static final String RUNNING_JSON =
      "{\"phase\":\"running\",\"version\":1,\"sent\":{\"targets\":[2],"
          + "\"opens_at\":\"2027-03-28T10:00:00.000Z\",\"closes_at\":\"2027-03-28T12:00:00.000Z\","
          + "\"close_when_won\":true,\"count\":\"coarse\"},"
          + "\"opens_at\":\"2027-03-28T10:00:00.000Z\",\"defined_by\":\"0-0\",\"entries\":2,"
          + "\"winners\":[{\"seq\":2,\"user_id\":\"bob\"}]}";

  private static final Closed CLOSED =
      new Closed(RUNNING, Samples.at(3), CloseCause.WON, Samples.position(7));

  private static final String CLOSED_JSON =
      "{\"phase\":\"closed\",\"last\":"
          + RUNNING_JSON
          + ",\"closed_at\":\"2027-03-28T10:00:03.000Z\",\"cause\":\"won\","
          + "\"closed_by\":\"0-7\"}";

  @Test
  void guard_isTheseBytes() {
    assertGolden(
        GuardFormat.serde(),
        new Guard(PlainLog.TOPIC, 3, 9, 5_000, PlainLog.CHANGELOGS),
        "02 000000000000000b 000000000000000c 00000003 0000000000000009 0000000000001388"
            + "0000000000000000 0000000000000001"
            + "0000000000000000 0000000000000002"
            + "0000000000000000 0000000000000003");
  }

  @Test
  void guardOfFormatOne_doesNotKnowItsChangelogs() {
    assertGolden(
        GuardFormat.serde(),
        new Guard(PlainLog.TOPIC, 3, 9, 5_000, List.of()),
        "01 000000000000000b 000000000000000c 00000003 0000000000000009 0000000000001388");
  }

  @Test
  void entrant_isTheseBytes() {
    assertGolden(
        EntrantFormat.serde(),
        new Entrant(new Seq(2), new RequestId("bob-1"), Samples.position(7), Samples.OPENS),
        "01 0000000000000002 00000000 0000000000000007 000001a48b940d00 626f622d31");
  }

  @Test
  void entrantKey_isTheseBytes() {
    Serde<EntrantKey> serde = EntrantKey.serde();
    EntrantKey key = new EntrantKey(Samples.EVENT, People.BOB);
    byte[] bytes = serde.serializer().serialize("", key);

    assertThat(new String(bytes, UTF_8)).isEqualTo("spring-opening/bob");
    assertThat(serde.deserializer().deserialize("", bytes)).isEqualTo(key);
  }

  @Test
  void runningPromotion_isTheseBytes() {
    assertGolden(PromotionFormat.serde(), RUNNING, "01" + hex(RUNNING_JSON));
  }

  @Test
  void closedPromotion_isTheseBytes() {
    assertGolden(PromotionFormat.serde(), CLOSED, "01" + hex(CLOSED_JSON));
  }

  @Test
  void retiredPromotion_isOfALaterFormat() {
    assertGolden(
        PromotionFormat.serde(),
        new Retired(CLOSED, Samples.at(7207), Samples.position(12)),
        "02"
            + hex(
                "{\"phase\":\"retired\",\"last\":"
                    + CLOSED_JSON
                    + ",\"retired_at\":\"2027-03-28T12:00:07.000Z\",\"retired_by\":\"0-12\"}"));
  }

  @Test
  @Procedure("The state is of a newer sequencer")
  void laterFormat_isNotGuessed() {
    assertLaterIsRefused(GuardFormat.serde(), 2);
    assertLaterIsRefused(EntrantFormat.serde(), 1);
    assertLaterIsRefused(PromotionFormat.serde(), 2);
  }

  private static void assertLaterIsRefused(Serde<?> serde, int newest) {
    byte[] later = {(byte) (newest + 1), 0};
    assertThatThrownBy(() -> serde.deserializer().deserialize("", later))
        .isInstanceOf(LineStopped.class)
        .hasMessageContaining(
            "holds format %d and this sequencer reads format %d", newest + 1, newest);
  }

  private static <V> void assertGolden(Serde<V> serde, V value, String hex) {
    byte[] bytes = serde.serializer().serialize("", value);

    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(hex.replace(" ", ""));
    assertThat(serde.deserializer().deserialize("", bytes)).isEqualTo(value);
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(UTF_8));
  }
}
