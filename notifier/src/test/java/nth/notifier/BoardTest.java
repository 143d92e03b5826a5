package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import nth.contract.CountMode;
import nth.contract.Decision;
import nth.contract.EventId;
import nth.contract.PlacedWinner;
import nth.contract.RefusalReason;
import nth.contract.Result;
import nth.contract.Seq;
import nth.contract.Topics;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** What the board makes of results. */
class BoardTest extends OpenBoard {

  @Test
  void effects_makeTheStanding_andEachPersonsPart() {
    Result.EntryNumbered first = story(2).numbered(People.ALICE);
    Result.EntryNumbered win = story.numbered(People.BOB);
    Changes changes = takeIn(1, first, win, story.closedBy(win));

    assertThat(board.part(alice).number()).isEqualTo(Decision.Decided.of(first));
    assertThat(board.part(bob)).isEqualTo(new Part(Decision.Decided.of(win), null, 2));
    assertThat(standing().entries()).isEqualTo(2);
    assertThat(standing().offset()).isEqualTo(3);
    assertThat(standing().view().winners())
        .containsExactly(new PlacedWinner(new Seq(2), People.BOB));
    assertThat(standing().view().totalEntries()).isEqualTo(2);
    assertThat(changes.subjects())
        .containsExactlyInAnyOrder(alice, bob, new Subject.Promotion(Samples.EVENT));
    assertThat(changes.closed()).containsExactly(Samples.EVENT);
    assertThat(board.progress(0)).isEqualTo(new Progress(TOPIC_ID, 4, 2));
  }

  /** Defined at offset 0. */
  private Story story(long... targets) {
    takeIn(0, story.defined(CountMode.LIVE, targets));
    return story;
  }

  @Test
  void repeatedNumber_changesNothing_butTheProgress() {
    Result.EntryNumbered original = story(5).numbered(People.ALICE);
    takeIn(1, original);
    Standing before = standing();
    Part part = board.part(alice);

    Changes changes = takeIn(2, story.again(original));

    assertThat(changes.subjects()).isEmpty();
    assertThat(standing()).isEqualTo(before);
    assertThat(board.part(alice)).isEqualTo(part);
    assertThat(board.progress(0).decided()).isEqualTo(2);
  }

  @Test
  void sameEffectTwice_onTheLog_countsOnce() {
    Result.PromotionDefined defined = story.defined(CountMode.LIVE, 2);
    Result.EntryNumbered first = story.numbered(People.ALICE);
    Result.EntryNumbered win = story.numbered(People.BOB);
    Result.PromotionClosed closed = story.closedBy(win);
    takeIn(0, defined, first, win, closed);
    Standing before = standing();

    Changes changes = takeIn(4, defined, first, win, closed);

    assertThat(changes.subjects()).isEmpty();
    assertThat(changes.closed()).isEmpty();
    assertThat(standing()).isEqualTo(before);
    assertThat(board.part(bob).offset()).isEqualTo(2);
  }

  @Test
  void offsetsTakenInBefore_areNoOps() {
    story(5);
    takeIn(1, story.numbered(People.ALICE));

    Changes changes = takeIn(1, story.refused(People.BOB, RefusalReason.CLOSED));

    assertThat(changes.subjects()).isEmpty();
    assertThat(board.part(bob)).isEqualTo(Part.NONE);
    assertThat(board.progress(0).next()).isEqualTo(2);
  }

  @Test
  void newDefinition_replacesTheOld_untilANumberWasGiven() {
    story(5);
    takeIn(1, story.defined(CountMode.LIVE, 7));
    assertThat(standing().view().definition().targets()).isEqualTo(Samples.targets(7));

    takeIn(2, story.numbered(People.ALICE), story.defined(CountMode.LIVE, 9));
    assertThat(standing().view().definition().targets()).isEqualTo(Samples.targets(7));
  }

  @Test
  void latestRefusal_isKept_untilThereIsANumber() {
    story(5);
    takeIn(1, story.refused(People.ALICE, RefusalReason.NOT_STARTED));
    takeIn(2, story.refused(People.ALICE, RefusalReason.CLOSED));
    assertThat(board.part(alice).refusal().reason()).isEqualTo(RefusalReason.CLOSED);
    assertThat(board.part(alice).offset()).isEqualTo(2);

    takeIn(3, story.numbered(People.ALICE));
    assertThat(board.part(alice).number().seq()).isEqualTo(Seq.first());
    assertThat(board.part(alice).offset()).isEqualTo(3);
  }

  @Test
  void retirement_dropsEverybodysPart_andOfThisPromotionOnly() {
    Story other = new Story(new EventId(Samples.EVENT + "-2"), 0, new AtomicLong(100));
    var sameAlice = new Subject.Person(other.eventId(), People.ALICE);
    takeIn(0, other.defined(CountMode.LIVE, 5), other.numbered(People.ALICE));
    takeIn(2, story.defined(CountMode.LIVE, 5), story.numbered(People.ALICE));
    Result.PromotionClosed closed = story.closed();
    takeIn(4, closed, story.refused(People.BOB, RefusalReason.CLOSED));
    Standing before = standing();

    takeIn(6, story.retired());

    assertThat(board.part(alice)).isEqualTo(Part.NONE);
    assertThat(board.part(bob)).isEqualTo(Part.NONE);
    assertThat(board.part(sameAlice).number()).isNotNull();
    assertThat(before.isRetired()).isFalse();
    assertThat(standing().isRetired()).isTrue();
    assertThat(standing().view())
        .isEqualTo(before.view().retired(standing().view().retiredAt(), story.position(4)));
    assertThat(standing().offset()).isEqualTo(before.offset());
    assertThat(standing().entries()).isEqualTo(1);
  }

  @Test
  void retirement_inOneBatchWithItsPeople_dropsThemToo_andNobodyComesBehindIt() {
    takeIn(
        0,
        story.defined(CountMode.LIVE, 5),
        story.numbered(People.ALICE),
        story.closed(),
        story.retired(),
        story.refused(People.BOB, RefusalReason.RETIRED));
    takeIn(5, story.refused(People.BOB, RefusalReason.RETIRED), story.retired());

    assertThat(board.part(alice)).isEqualTo(Part.NONE);
    assertThat(board.part(bob)).isEqualTo(Part.NONE);
    assertThat(standing().view().retiredBy()).isEqualTo(story.position(3));
    assertThat(board.progress(0).decided()).isEqualTo(6);
  }

  @Test
  void refusedClosing_concernsNoPerson() {
    Changes changes = takeIn(0, Samples.REFUSED_CLOSE);

    assertThat(changes.subjects()).isEmpty();
    assertThat(board.progress(0).decided()).isEqualTo(4);
  }

  // O-24
  @Test
  void unreadableRecords_areSkippedAndCounted_andTheRestIsShown() {
    story(5);
    byte[] good = Topics.RESULTS.value().serializer().serialize("", story.numbered(People.ALICE));
    List<byte[]> values = new ArrayList<>();
    values.add(new byte[0]);
    values.add(null);
    values.add("null".getBytes());
    values.add("not json".getBytes());
    values.add("[1]".getBytes());
    values.add("{\"type\":\"unheard_of\",\"v\":1}".getBytes());
    values.add("{\"type\":\"entry_numbered\",\"v\":1,\"event_id\":\"UPPER\"}".getBytes());
    values.add("{\"type\":\"entry_numbered\",\"v\":1}".getBytes());
    values.add(new byte[] {0, -1, 17});
    int bad = values.size();
    values.add(good);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (byte[] value : values) {
      records.add(new ConsumerRecord<>("nth.results", 0, 1 + records.size(), null, value));
    }

    board.takeIn(0, records, 1 + records.size());

    assertThat(meters.counter("nth.notifier.skipped").count()).isEqualTo(bad);
    assertThat(board.part(alice).number().seq()).isEqualTo(Seq.first());
  }

  @Test
  void unknownFields_areIgnored() {
    String json =
        new String(
            Topics.RESULTS.value().serializer().serialize("", story(5).numbered(People.ALICE)));
    byte[] newer = json.replaceFirst("\\{", "{\"news\":{\"a\":1},").getBytes();

    board.takeIn(0, List.of(new ConsumerRecord<>("nth.results", 0, 1, null, newer)), 2);

    assertThat(board.part(alice).number().seq()).isEqualTo(Seq.first());
  }
}
