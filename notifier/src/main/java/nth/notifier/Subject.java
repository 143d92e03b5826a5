package nth.notifier;

import nth.contract.EventId;
import nth.contract.UserId;

/** What can be told about, and listened to. */
sealed interface Subject {

  EventId eventId();

  /** A promotion as everybody may see it. */
  record Promotion(EventId eventId) implements Subject {}

  /** One person's part in a promotion. */
  record Person(EventId eventId, UserId userId) implements Subject {}
}
