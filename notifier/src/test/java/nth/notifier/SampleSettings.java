package nth.notifier;

import java.nio.file.Path;
import java.time.Duration;

/** Settings of a notifier for which time stands still. */
final class SampleSettings {

  private SampleSettings() {}

  static NotifierSettings room(int streams, int streamsPerNetwork) {
    Duration never = Duration.ofHours(1);
    return new NotifierSettings(Path.of("."), streams, streamsPerNetwork, 64, never, never, never);
  }
}
