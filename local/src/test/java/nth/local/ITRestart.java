package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.contract.guarantees.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL in the middle of a promotion: everything goes on where it was. */
class ITRestart {

  @TempDir Path folder;

  @Test
  @Tag("O-73")
  void killedHalfWayTwice_goesOnAtTheNextNumber() throws Exception {
    List<UserId> crowd = People.crowd(30);
    try (LocalProcess local = new LocalProcess(folder.resolve("data"))) {
      start(local);
      Shop shop = local.shop();
      EventId event = shop.defined("killed", "{\"targets\":[25],\"close_when_won\":false}");
      enter(shop, event, crowd.subList(0, 10), 1);

      local.kill9();
      start(local);
      enter(shop, event, crowd.subList(10, 20), 11);
      // The second kill comes with entries under way that had their 202.
      shop.rush(event, crowd.subList(20, 24));
      local.kill9();
      local.stopPostgres();
      start(local);
      shop.decided(event, crowd.subList(20, 24));
      enter(shop, event, crowd.subList(24, 30), 25);

      for (int i = 0; i < 20; i++) {
        assertThat(shop.decided(event, crowd.get(i)).number("seq")).isEqualTo(i + 1);
      }
      Books books = local.books();
      Guarantee.assertAllHold(books.history());
      assertThat(books.published().keySet()).containsExactly("promotion-winner:" + event + ":25");
      await().atMost(Shop.LIMIT).until(() -> books.mirrored().equals(books.published()));
      books.assertNoDeadLetters();
    }
  }

  private static void start(LocalProcess local) {
    local.start("--nth.admin.token=" + LocalProcess.ADMIN_TOKEN);
    local.awaitReady();
  }

  /** One after the other, so that their numbers are known. */
  private static void enter(Shop shop, EventId event, List<UserId> users, long first) {
    long expected = first;
    for (UserId user : users) {
      Shop.Answer answer = shop.enter(event, user, "Prefer", "wait=10");
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
      assertThat(answer.number("seq")).isEqualTo(expected++);
    }
  }
}
