package nth.sequencer.webhook;

import static nth.sequencer.webhook.Happenings.bytes;
import static nth.sequencer.webhook.Happenings.closing;
import static nth.sequencer.webhook.Happenings.closingId;
import static nth.sequencer.webhook.Happenings.id;
import static nth.sequencer.webhook.Happenings.win;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import nth.contract.PromotionView;
import nth.contract.Winner;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.sequencer.webhook.WebhookLedger.Claim;
import nth.sequencer.webhook.WebhookLedger.Entry;
import nth.sequencer.webhook.WebhookLedger.Standing;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What comes next, who may send it, and what is remembered, on a real database. */
class ITWebhookLedger {

  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration NONE = Duration.ZERO;
  private static final String EVENT = "opening";

  private static RealDatabase database;
  private static DriverManagerDataSource source;
  private static WebhookTables tables;
  private final WebhookLedger ledger = ledger(null, Duration.ofDays(3));

  @BeforeAll
  static void open() {
    database = RealParts.database();
    source = new DriverManagerDataSource(database.url(), database.user(), database.password());
    tables = new WebhookTables(source);
    tables.prepare();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void empty() {
    JdbcClient.create(source).sql("truncate nth_webhook.notice, nth_webhook.passed_over").update();
  }

  private static WebhookLedger ledger(@Nullable Instant since, Duration giveUpAfter) {
    var settings =
        new WebhookSettings(
            "http://localhost:1",
            List.of(WebhooksUnderTest.SECRET),
            since,
            Duration.ofSeconds(1),
            Duration.ofMillis(100),
            Duration.ofMillis(100),
            giveUpAfter,
            false);
    return new WebhookLedger(JdbcClient.create(source), tables, settings);
  }

  private static Notice won(String event, long seq) {
    Winner winner = win(event, seq);
    return Notice.of(winner, bytes(winner));
  }

  private static Notice closed(String event, long... wins) {
    return Notice.of(closing(event, wins), bytes(closing(event, wins)));
  }

  private Claim claimed(String id) {
    Optional<Claim> claim = ledger.claim(LONG);
    assertThat(claim).map(Claim::id).contains(id);
    return claim.orElseThrow();
  }

  private void nothingIsDue() {
    assertThat(ledger.claim(LONG)).isEmpty();
  }

  @Test
  void notices_areClaimedInTheOrderOfTheirEvent_alsoWhereTheyWereReadInAnother() {
    ledger.enter(closed(EVENT, 3, 5));
    nothingIsDue();
    ledger.enter(won(EVENT, 3));
    Claim first = claimed(id(EVENT, 3));
    ledger.enter(won(EVENT, 5));
    nothingIsDue();
    ledger.delivered(first);
    ledger.delivered(claimed(id(EVENT, 5)));
    ledger.delivered(claimed(closingId(EVENT)));
    nothingIsDue();
  }

  @Test
  void whatWaitsOrIsUnderWay_holdsUpItsOwnEventOnly() {
    ledger.enter(won(EVENT, 1));
    ledger.enter(won(EVENT, 2));
    ledger.enter(won("other", 1));
    ledger.failed(claimed(id(EVENT, 1)), "no", LONG);
    claimed(id("other", 1));
    nothingIsDue();
  }

  @Test
  void whatWasGivenUp_holdsUpNobody() {
    ledger.enter(won(EVENT, 1));
    ledger.enter(closed(EVENT, 1));
    ledger.givenUp(claimed(id(EVENT, 1)), "no");
    claimed(closingId(EVENT));

    Standing standing = ledger.standing();
    assertThat(standing.pending()).isEqualTo(1);
    assertThat(standing.failing()).isZero();
    assertThat(standing.givenUp()).isEqualTo(1);
  }

  @Test
  void aWinThatNeverComes_isNotWaitedForForEver() {
    WebhookLedger impatient = ledger(null, Duration.ofMillis(100));
    impatient.enter(closed(EVENT, 1));
    JdbcClient.create(source)
        .sql("update nth_webhook.notice set entered_at = now() - interval '1 second'")
        .update();

    Claim claim = impatient.claim(LONG).orElseThrow();
    assertThat(claim.id()).isEqualTo(closingId(EVENT));
    assertThat(claim.missing()).isEqualTo(1);
  }

  @Test
  void aClosingThatLongWaitsForAWin_isFailing_butNotOneThatWaitsForItsTurn() {
    ledger.enter(closed(EVENT, 1));
    ledger.enter(won("other", 1));
    ledger.enter(closed("other", 1));
    assertThat(ledger.standing().failing()).isZero();
    JdbcClient.create(source)
        .sql("update nth_webhook.notice set entered_at = now() - interval '2 minutes'")
        .update();

    assertThat(ledger.standing().failing()).isEqualTo(1);
    assertThat(claimed(id("other", 1)).missing()).isZero();
  }

  @Test
  void whatIsPassedOver_isCountedOnce_whateverItsReason() {
    ledger.passOver("nth.winners at 0-7", "not\0json");
    ledger.passOver("nth.winners at 0-7", "not\0json");

    assertThat(ledger.standing()).isEqualTo(new Standing(0, 0, 0, 0, 1));
  }

  @Test
  void aClosingWhosePeopleAreForgotten_isTheSame_andIsNotToldAgain() {
    PromotionView closing = closing(EVENT, 1);
    PromotionView retired = closing.retired(closing.closedAt(), closing.position());
    ledger.enter(won(EVENT, 1));
    ledger.enter(closed(EVENT, 1));
    // As if an older nth had written it with other spaces.
    JdbcClient.create(source)
        .sql("update nth_webhook.notice set body = '{}' where wins > 0")
        .update();

    assertThat(ledger.enter(Notice.of(retired, bytes(retired)))).isEqualTo(Entry.SAME_AGAIN);
    assertThat(ledger.enter(closed(EVENT, 1))).isEqualTo(Entry.CONTRADICTION);
  }

  @Test
  void aLeaseThatRanOut_isAnothers_andWhoHadItHasNoSay() {
    ledger.enter(won(EVENT, 1));
    Claim lost = ledger.claim(NONE).orElseThrow();
    Claim mine = claimed(id(EVENT, 1));
    assertThat(ledger.failed(lost, "no", NONE)).isFalse();
    assertThat(ledger.givenUp(lost, "no")).isFalse();
    nothingIsDue();

    ledger.failed(mine, "no", NONE);
    Claim third = claimed(id(EVENT, 1));
    assertThat(third.attempts()).isEqualTo(3);
    assertThat(third.body()).isEqualTo(mine.body()).isEqualTo(won(EVENT, 1).body());
    // It was delivered, whoever did it.
    ledger.delivered(lost);
    ledger.failed(third, "no", NONE);
    nothingIsDue();
    assertThat(ledger.standing()).isEqualTo(new Standing(0, 0, 0, 0, 0));
  }

  @Test
  void whateverTheReceiverSays_canBeNoted() {
    ledger.enter(won(EVENT, 1));
    ledger.failed(claimed(id(EVENT, 1)), Answer.failed("a\0b\ud83d").why(), NONE);

    assertThat(ledger.standing().failing()).isEqualTo(1);
  }

  @Test
  void pauses_addUp() {
    ledger.enter(won(EVENT, 1));
    ledger.failed(ledger.claim(LONG).orElseThrow(), "no", NONE);
    ledger.failed(ledger.claim(LONG).orElseThrow(), "no", Duration.ofMillis(1));
    JdbcClient.create(source).sql("update nth_webhook.notice set next_attempt_at = now()").update();

    assertThat(ledger.claim(LONG).orElseThrow().pausedMs()).isEqualTo(1);
  }

  @Test
  void whatIsNotedTwice_countsOnce() {
    ledger.enter(won(EVENT, 1));
    Claim first = ledger.claim(LONG).orElseThrow();
    assertThat(ledger.failed(first, "no", Duration.ofMillis(1))).isTrue();
    assertThat(ledger.failed(first, "no", Duration.ofMillis(1))).isTrue();
    JdbcClient.create(source).sql("update nth_webhook.notice set next_attempt_at = now()").update();

    Claim second = claimed(id(EVENT, 1));
    assertThat(second.pausedMs()).isEqualTo(1);
    assertThat(ledger.givenUp(second, "no")).isTrue();
    assertThat(ledger.givenUp(second, "no")).isTrue();
    assertThat(ledger.failed(second, "no", NONE)).isFalse();
  }

  // O-59
  @Test
  void theSameAgain_changesNothing_andAnythingElseIsAContradiction() {
    assertThat(ledger.enter(won(EVENT, 1))).isEqualTo(Entry.NEW);
    ledger.delivered(claimed(id(EVENT, 1)));

    assertThat(ledger.enter(won(EVENT, 1))).isEqualTo(Entry.SAME_AGAIN);
    Notice other = won("other", 1);
    Notice mine = won(EVENT, 1);
    assertThat(
            ledger.enter(
                new Notice(
                    mine.id(), mine.eventId(), 1, 0, mine.happenedAt(), other.body(), false)))
        .isEqualTo(Entry.CONTRADICTION);
    assertThat(
            ledger.enter(
                new Notice(
                    "another", mine.eventId(), 1, 0, mine.happenedAt(), other.body(), false)))
        .isEqualTo(Entry.CONTRADICTION);
    nothingIsDue();
  }

  @Test
  void whatHappenedBefore_isEnteredAndNotTold() {
    WebhookLedger fresh = ledger(win(EVENT, 5).determinedAt(), Duration.ofDays(3));
    fresh.enter(won(EVENT, 4));
    fresh.enter(won(EVENT, 5));
    fresh.enter(closed(EVENT, 4, 5));
    fresh.delivered(claimed(id(EVENT, 5)));
    claimed(closingId(EVENT));
  }

  @Test
  void twoWhoClaimAtOnce_neverGetTheSame() {
    IntStream.range(0, 50).forEach(i -> ledger.enter(won("event-" + i, 1)));
    Set<String> claimed = ConcurrentHashMap.newKeySet();
    // One may come away with nothing although something is due: the other had it a moment before.
    IntStream.range(0, 200)
        .parallel()
        .forEach(
            i ->
                ledger
                    .claim(LONG)
                    .ifPresent(claim -> assertThat(claimed.add(claim.id())).isTrue()));

    assertThat(claimed).hasSize(50);
  }
}
