package nth.local;

import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static nth.contract.fixtures.People.CHARLIE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.guarantees.Guarantee;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a promotion's life, from the clock of ingress to what each person is told. */
class ITRetirement {

  @TempDir Path folder;

  @Test
  void retiredPromotion_knowsItsEndAndNobodysNumber_alsoWithTheStateWipedAfterAKill()
      throws Exception {
    Path data = folder.resolve("data");
    try (LocalProcess local = new LocalProcess(data)) {
      start(local);
      Shop shop = local.shop();
      EventId kept = shop.defined("kept", "{\"targets\":[9]}");
      EventId gone = shop.defined("gone", "{\"targets\":[2],\"close_when_won\":false}");
      shop.decided(kept, List.of(entered(shop, kept, ALICE)));
      shop.decided(gone, List.of(entered(shop, gone, ALICE), entered(shop, gone, BOB)));
      assertThat(shop.close(gone).status()).isEqualTo(200);
      Shop.Answer end = shop.closed(gone);
      awaitRetired(shop, gone);

      local.kill9();
      Utils.delete(data.resolve("sequencer").toFile());
      Utils.delete(data.resolve("notifier").toFile());
      start(local);

      assertEverybodyIsToldSo(shop, gone);
      assertThat(shop.me(kept, ALICE, "").number("seq")).isEqualTo(1);
      assertTheEndIsAsItWas(shop, gone, end);
      Books books = local.books();
      Guarantee.assertAllHold(books.history());
      await().atMost(Shop.LIMIT).until(() -> books.mirrored().equals(books.published()));
      await().atMost(Shop.LIMIT).until(() -> books.mirroredClosings().equals(books.closings()));
      books.assertNoDeadLetters();
    }
  }

  private static void start(LocalProcess local) {
    local.start("--nth.admin.token=" + LocalProcess.ADMIN_TOKEN, "--nth.retention.closed=2s");
    local.awaitReady();
  }

  private static UserId entered(Shop shop, EventId event, UserId user) {
    assertThat(shop.enter(event, user).status()).isEqualTo(202);
    return user;
  }

  private static void awaitRetired(Shop shop, EventId event) {
    await()
        .atMost(Shop.LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> shop.me(event, ALICE, "").status() == 410);
  }

  private static void assertEverybodyIsToldSo(Shop shop, EventId event) {
    for (UserId user : List.of(ALICE, BOB, CHARLIE)) {
      assertThat(shop.me(event, user, "").text("code")).isEqualTo("retired");
      assertThat(shop.enter(event, user).text("code")).isEqualTo("retired");
      Shop.Answer waiting = shop.enter(event, user, "Prefer", "wait=10", "Idempotency-Key", "k");
      assertThat(waiting.status()).isEqualTo(410);
    }
  }

  private static void assertTheEndIsAsItWas(Shop shop, EventId event, Shop.Answer end) {
    for (Shop.Answer again : List.of(shop.state(event), shop.close(event))) {
      assertThat(again.status()).isEqualTo(200);
      for (String member : List.of("phase", "closed_at", "cause", "total_entries")) {
        assertThat(again.body().get(member)).as(member).isEqualTo(end.body().get(member));
      }
    }
    assertThat(shop.state(event).body().get("winners")).isEqualTo(end.body().get("winners"));
    assertThat(shop.define(event, "{\"targets\":[3]}").text("code")).isEqualTo("already_running");
  }
}
