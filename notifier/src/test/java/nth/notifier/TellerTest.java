package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import nth.contract.CountMode;
import nth.contract.Json;
import nth.contract.RefusalReason;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import org.junit.jupiter.api.Test;

class TellerTest extends OpenBoard {

  private Teller.Account account() {
    return new Teller(board, InstantSource.system(), Json.strict())
        .account(Samples.EVENT)
        .orElseThrow();
  }

  /** Who is cut off before the last frame must not come back with its id. */
  @Test
  void refusalForAClosing_thatTheAccountDoesNotKnow_isToldWithTheClosing() {
    takeIn(60, story.defined(CountMode.LIVE, 9));
    Teller.Account before = account();
    takeIn(61, story.closed(), story.refused(People.ALICE, RefusalReason.CLOSED));

    Telling telling = before.of(alice).orElseThrow();

    assertThat(telling.finalId()).isEqualTo(62);
    assertThat(telling.frame().id()).isEqualTo(Telling.NO_ID);
    assertThat(telling.closing()).isNotNull();
    assertThat(telling.closing().data()).asString().contains("closed");
    assertThat(before.of(bob).orElseThrow().finalId()).isEqualTo(61);
  }

  @Test
  void refusalBeforeTheOpening_isToldOfAnOpenPromotion() {
    takeIn(60, story.defined(CountMode.LIVE, 9));
    takeIn(61, story.refused(People.ALICE, RefusalReason.NOT_STARTED));

    Telling telling = account().of(alice).orElseThrow();

    assertThat(telling.frame().id()).isEqualTo(61);
    assertThat(telling.ends()).isFalse();
  }

  /** Not "none" and "closed" to somebody who had a number. */
  @Test
  void numberThatWasDropped_isNotToldAsNone() {
    takeIn(60, story.defined(CountMode.LIVE, 1), story.numbered(People.ALICE));
    takeIn(62, story.closed());
    Teller.Account before = account();
    takeIn(63, story.retired());

    assertThat(before.of(alice)).isEmpty();
    assertThat(account().of(alice)).isEmpty();
    assertThat(account().ofPromotion().ends()).isTrue();
  }
}
