package nth.sequencer.replay;

import nth.contract.Headers;
import nth.contract.Position;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Positions as strangers may have written them. */
final class Positions {

  private Positions() {}

  /** Of a record's header; null if there is none that is one. */
  static @Nullable Position of(ConsumerRecord<?, ?> record) {
    return of(Headers.text(record.headers(), Headers.POSITION));
  }

  static @Nullable Position of(@Nullable String text) {
    try {
      return text == null ? null : Position.parse(text);
    } catch (IllegalArgumentException e) {
      // Whoever asks treats it as missing.
      return null;
    }
  }
}
