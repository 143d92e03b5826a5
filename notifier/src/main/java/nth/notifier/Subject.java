package nth.notifier;

import java.util.Optional;
import nth.contract.EventId;
import nth.contract.UserId;

/** What can be told about, and listened to. */
sealed interface Subject {

  EventId eventId();

  /** The SSE event type of news. */
  String newsType();

  /** Whether news wait for the beat, so that there are a few a second and not one per entry. */
  boolean isPaced();

  /**
   * Empty if nothing can be told any more.
   *
   * @param account of the promotion
   */
  Optional<Telling> toldBy(Teller.Account account);

  /** A promotion as everybody may see it. */
  record Promotion(EventId eventId) implements Subject {
    @Override
    public String newsType() {
      return "update";
    }

    @Override
    public boolean isPaced() {
      return true;
    }

    @Override
    public Optional<Telling> toldBy(Teller.Account account) {
      return Optional.of(account.ofPromotion());
    }
  }

  /** One person's part in a promotion. */
  record Person(EventId eventId, UserId userId) implements Subject {
    @Override
    public String newsType() {
      return "result";
    }

    @Override
    public boolean isPaced() {
      return false;
    }

    @Override
    public Optional<Telling> toldBy(Teller.Account account) {
      return account.of(this);
    }
  }
}
