package nth.local;

import static java.util.stream.Collectors.toSet;
import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static nth.contract.fixtures.People.CHARLIE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Result;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.contract.guarantees.Guarantee;
import nth.local.Shop.Answer;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over HTTP, through a real broker to a real database, in a process of its own. */
class ITPipeline {

  @TempDir static Path folder;
  private static LocalProcess local;
  private static Shop shop;
  private static Books books;
  private static final Collector COLLECTOR = new Collector();

  @BeforeAll
  static void start() {
    local = new LocalProcess(folder.resolve("data"));
    // A crowd on one machine is one network, and 500 clicks of one person are the point here.
    local.start(
        "--nth.rate-limit.burst=1000",
        "--nth.rate-limit.network.burst=100000",
        "--management.opentelemetry.tracing.export.otlp.endpoint=" + COLLECTOR.traces(),
        "--management.tracing.sampling.probability=1",
        "--nth.admin.token=" + LocalProcess.ADMIN_TOKEN);
    local.awaitReady();
    shop = local.shop();
    books = local.books();
  }

  @AfterAll
  static void stop() throws Exception {
    local.close();
    COLLECTOR.close();
  }

  @AfterEach
  void everyGuaranteeHolds() {
    Guarantee.assertAllHold(books.history());
    await().atMost(Shop.LIMIT).untilAsserted(ITPipeline::mirrorEqualsWinners);
    books.assertNoDeadLetters();
  }

  /** K5 */
  private static void mirrorEqualsWinners() {
    assertThat(books.mirrored()).isEqualTo(books.published());
    assertThat(books.mirroredClosings()).isEqualTo(books.closings());
  }

  @Test
  void secondOfThreeWins_andTheThirdIsRefused() {
    EventId event = shop.defined("two", "{\"targets\":[2]}");

    Answer alice = shop.enter(event, ALICE, "Prefer", "wait=10");
    Answer bob = shop.enter(event, BOB, "Prefer", "wait=10");
    Answer charlie = shop.enter(event, CHARLIE, "Prefer", "wait=10");

    assertThat(alice.status()).isEqualTo(200);
    assertThat(alice.number("seq")).isEqualTo(1);
    assertThat(alice.body().path("winner").asBoolean()).isFalse();
    assertThat(bob.number("seq")).isEqualTo(2);
    assertThat(bob.body().path("winner").asBoolean()).isTrue();
    assertThat(charlie.status()).isEqualTo(409);
    assertThat(charlie.text("code")).isEqualTo("closed");
  }

  // O-61, small: one round.
  @Test
  void twoThousandAtOnce_getAPermutationAndOneWinner() {
    EventId event = shop.defined("crowd", "{\"targets\":[1000],\"close_when_won\":false}");
    List<UserId> crowd = People.crowd(2000);

    List<Answer> accepted = shop.rush(event, crowd);

    assertThat(accepted.stream().map(Answer::status).collect(toSet())).containsExactly(202);
    List<Answer> decided = shop.decided(event, crowd);
    assertThat(decided.stream().map(answer -> answer.number("seq")).collect(toSet()))
        .isEqualTo(LongStream.rangeClosed(1, 2000).boxed().collect(toSet()));
    List<UserId> winners =
        IntStream.range(0, crowd.size())
            .filter(i -> decided.get(i).body().path("winner").asBoolean())
            .mapToObj(crowd::get)
            .toList();
    assertThat(winners).hasSize(1);
    assertThat(shop.decided(event, winners.get(0)).number("seq")).isEqualTo(1000);
    String dedupId = "promotion-winner:" + event + ":1000";
    await().atMost(Shop.LIMIT).until(() -> books.mirrored().containsKey(dedupId));
    assertThat(books.published().get(dedupId).userId()).isEqualTo(winners.get(0));
    assertThat(books.mirrored().get(dedupId)).isEqualTo(books.published().get(dedupId));
  }

  @Test
  void samePersonFiveHundredTimes_usesOneNumber() {
    EventId event = shop.defined("clicks", "{\"targets\":[1000]}");

    List<Answer> clicks = shop.rush(event, Collections.nCopies(500, ALICE));
    Answer bob = shop.enter(event, BOB, "Prefer", "wait=10");

    assertThat(clicks.stream().map(Answer::status).collect(toSet())).containsExactly(202);
    assertThat(shop.decided(event, ALICE).number("seq")).isEqualTo(1);
    assertThat(bob.number("seq")).isEqualTo(2);
  }

  // O-62
  @Test
  void lastTarget_closesWithTheExactTotal() {
    EventId event = shop.defined("won", "{\"targets\":[1000]}");
    List<UserId> crowd = People.crowd(1200);

    shop.rush(event, crowd.subList(0, 1000));
    Answer closed = shop.closed(event);
    Answer late = shop.enter(event, crowd.get(1000), "Prefer", "wait=10");

    assertThat(closed.number("total_entries")).isEqualTo(1000);
    assertThat(closed.text("cause")).isEqualTo("won");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.text("code")).isEqualTo("closed");
    List<Answer> rest = shop.rush(event, crowd.subList(1001, 1200), "Prefer", "wait=10");
    assertThat(rest.stream().map(a -> a.text("code")).collect(toSet())).containsExactly("closed");
    assertThat(shop.state(event).number("total_entries")).isEqualTo(1000);
  }

  @Test
  void winnerWhoRetriesAfterTheClosing_seesTheWin() {
    EventId event = shop.defined("retry", "{\"targets\":[1]}");
    shop.enter(event, ALICE, "Idempotency-Key", "first");
    shop.closed(event);

    Answer withKey = shop.enter(event, ALICE, "Idempotency-Key", "first");
    Answer waiting = shop.enter(event, ALICE, "Prefer", "wait=10");
    Answer without =
        await()
            .atMost(Shop.LIMIT)
            .until(() -> shop.enter(event, ALICE), answer -> answer.status() == 409);

    assertThat(withKey.status()).isEqualTo(202);
    assertThat(waiting.body().path("winner").asBoolean()).isTrue();
    assertThat(without.text("code")).isEqualTo("closed");
    Answer shown = shop.get(without.text("status_url"), "X-User-Id", ALICE.value());
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.body().path("winner").asBoolean()).isTrue();
    String position = shop.me(event, ALICE, "?position=" + withKey.text("position")).text("status");
    assertThat(position).isEqualTo("decided");
  }

  @Test
  void loserWhoRetriesAfterTheClosing_isToldThatItIsClosed_withAKeyAndWithout() {
    EventId event = shop.defined("late", "{\"targets\":[1]}");
    shop.enter(event, ALICE);
    shop.closed(event);

    Answer withKey = shop.enter(event, BOB, "Idempotency-Key", "k", "Prefer", "wait=10");
    Answer again = shop.enter(event, BOB, "Idempotency-Key", "k", "Prefer", "wait=10");
    Answer waiting = shop.enter(event, BOB, "Prefer", "wait=10");
    Answer without =
        await()
            .atMost(Shop.LIMIT)
            .until(() -> shop.enter(event, BOB), answer -> answer.status() == 409);

    assertThat(List.of(withKey, again, waiting, without))
        .allMatch(answer -> answer.status() == 409 && answer.text("code").equals("closed"));
    assertThat(again.text("position")).isNotEqualTo(withKey.text("position"));
    assertThat(shop.decided(event, ALICE).number("seq")).isEqualTo(1);
  }

  // O-43, O-44
  @Test
  void twoPeopleWithOneIdempotencyKey_bothCount() {
    EventId event = shop.defined("keys", "{\"targets\":[1000]}");

    Answer alice = shop.enter(event, ALICE, "Idempotency-Key", "same", "Prefer", "wait=10");
    Answer bob = shop.enter(event, BOB, "Idempotency-Key", "same", "Prefer", "wait=10");
    Answer again = shop.enter(event, ALICE, "Idempotency-Key", "same", "Prefer", "wait=10");

    assertThat(List.of(alice.number("seq"), bob.number("seq"))).containsExactly(1L, 2L);
    assertThat(again.number("seq")).isEqualTo(1);
    assertThat(again.body().path("already").asBoolean()).isFalse();
    assertThat(again.text("request_id")).isEqualTo("same");
  }

  @Test
  void earlyEntries_areRefusedWithoutANumber_andTheSameKeyCountsAfterTheOpening() {
    Instant opensAt = Instant.now().plusSeconds(4).truncatedTo(ChronoUnit.MILLIS);
    EventId event = shop.defined("early", "{\"targets\":[1000],\"opens_at\":\"" + opensAt + "\"}");

    List<Answer> early =
        shop.rush(event, People.crowd(20), "Idempotency-Key", "once", "Prefer", "wait=10");
    UserId first = People.crowd(20).get(7);
    Answer numbered =
        await()
            .atMost(Shop.LIMIT)
            .until(
                () -> shop.enter(event, first, "Idempotency-Key", "once", "Prefer", "wait=10"),
                answer -> answer.status() == 200);

    assertThat(early.stream().map(Answer::status).collect(toSet())).containsExactly(425);
    assertThat(early.get(0).text("code")).isEqualTo("not_started");
    assertThat(numbered.number("seq")).isEqualTo(1);
    assertThat(Instant.parse(numbered.text("decided_at"))).isAfterOrEqualTo(opensAt);
  }

  // O-63
  @Test
  void promotionNobodyTouches_closesWhenItIsDue() {
    Instant closesAt = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.MILLIS);
    EventId event = shop.defined("due", "{\"targets\":[1000],\"closes_at\":\"" + closesAt + "\"}");
    shop.enter(event, ALICE);

    Answer closed = shop.closed(event);

    assertThat(closed.text("cause")).isEqualTo("due");
    assertThat(closed.number("total_entries")).isEqualTo(1);
    assertThat(closed.body().path("winners")).isEmpty();
    List<Result.PromotionClosed> effects =
        books.results(event).stream()
            .filter(Result.PromotionClosed.class::isInstance)
            .map(Result.PromotionClosed.class::cast)
            .filter(r -> r.origin().isEffect())
            .toList();
    assertThat(effects).hasSize(1);
  }

  @Test
  void adminCalls_defineRepeatRefuseAndClose() {
    EventId event = shop.defined("admin", "{\"targets\":[1000]}");

    assertThat(shop.define(event, "{\"targets\":[1000]}").status()).isEqualTo(200);
    shop.enter(event, ALICE, "Prefer", "wait=10");
    Answer other = shop.define(event, "{\"targets\":[5]}");
    Answer closed = shop.close(event);

    assertThat(other.status()).isEqualTo(409);
    assertThat(other.text("code")).isEqualTo("already_running");
    assertThat(other.body().path("current").path("targets").get(0).asInt()).isEqualTo(1000);
    assertThat(closed.status()).isEqualTo(200);
    assertThat(closed.number("total_entries")).isEqualTo(1);
    assertThat(shop.close(event).text("closed_at")).isEqualTo(closed.text("closed_at"));
    assertThat(shop.close(Shop.newEvent("nothing")).status()).isEqualTo(404);
    assertThat(shop.enter(Shop.newEvent("nothing"), ALICE).text("code"))
        .isEqualTo("event_not_found");
  }

  // O-64, O-53, O-54
  @Test
  void impossibleDefinitions_areRefusedAndChangeNothing() {
    for (String definition :
        List.of(
            "{\"targets\":[]}",
            "{\"targets\":[0]}",
            "{\"targets\":[-1]}",
            "{\"targets\":[1.5]}",
            "{\"targets\":[\"10\"]}",
            "{\"targets\":[2,2]}",
            "{\"targets\":[1000000001]}",
            "{\"targets\":[9],\"opens_at\":\"2027-03-28T12:00\"}",
            "{\"targets\":[9],\"opens_at\":\"2027-03-28T12:00:00.0001Z\"}",
            "{\"targets\":[9],\"closes_at\":\"2020-03-28T12:00:00Z\"}")) {
      EventId event = Shop.newEvent("impossible");
      Answer refused = shop.define(event, definition);
      assertThat(refused.status()).as(definition).isEqualTo(400);
      assertThat(refused.text("code")).as(definition).isEqualTo("invalid_definition");
      assertThat(shop.state(event).status()).isEqualTo(404);
    }
  }

  // O-53, O-54: an instant is an instant, whatever offset it is written with.
  @Test
  void openingWithAnOffset_isEchoedInUtc() {
    EventId event = Shop.newEvent("offset");

    Answer defined =
        shop.define(event, "{\"targets\":[9],\"opens_at\":\"2027-03-28T02:30:00.000+05:30\"}");

    assertThat(defined.status()).isEqualTo(201);
    assertThat(defined.text("opens_at")).isEqualTo("2027-03-27T21:00:00.000Z");
    assertThat(defined.text("phase")).isEqualTo("scheduled");
  }

  // O-65: what a payment team writes, with nothing but Kafka's own client.
  @Test
  void payerThatKnowsOnlyKafka_paysEachWinOnce() {
    EventId event = shop.defined("paid", "{\"targets\":[1,2,3]}");
    People.crowd(3).forEach(user -> shop.enter(event, user, "Prefer", "wait=10"));

    try (PlainPayer payer = new PlainPayer(local.bootstrapServers())) {
      await()
          .atMost(Shop.LIMIT)
          .until(() -> payer.payWhatIsThere().keySet().containsAll(dedupIds(event)));
      payer.forgetPosition();
      payer.payWhatIsThere();

      assertThat(payer.payments().stream().filter(id -> id.contains(event.value())))
          .containsExactlyElementsOf(dedupIds(event));
    }
  }

  @Test
  void asShipped_nothingIsTraced_andRecordsHaveTheirOwnHeadersOnly() {
    EventId event = shop.defined("untraced", "{\"targets\":[1]}");
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    shop.enter(event, ALICE, "Prefer", "wait=10", "traceparent", trace);
    shop.closed(event);

    assertThat(headers(Topics.ENTRIES)).containsOnly(List.of("type", "nth-v"));
    assertThat(headers(Topics.RESULTS)).containsOnly(List.of("type", "position"));
    assertThat(headers(Topics.WINNERS)).containsOnly(List.of("type", "position", "dedup_id"));
    assertThat(headers(Topics.PROMOTIONS)).containsOnly(List.of("type", "position"));
    assertThat(COLLECTOR.hasReceivedNothing()).isTrue();
  }

  private static List<List<String>> headers(Topic<?> topic) {
    return books.records(topic).stream()
        .map(record -> Stream.of(record.headers().toArray()).map(Header::key).toList())
        .toList();
  }

  private static List<String> dedupIds(EventId event) {
    return LongStream.rangeClosed(1, 3)
        .mapToObj(seq -> "promotion-winner:" + event + ":" + seq)
        .toList();
  }
}
