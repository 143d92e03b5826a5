package nth.proof.stage;

import java.time.Duration;

/** What a wire does to what it carries. */
sealed interface WireMode {

  /** As if it was not there. */
  record Open() implements WireMode {}

  /** Connections are reset, new ones at once. */
  record Cut() implements WireMode {}

  /** Connections are accepted and stay, and nothing gets through. */
  record Frozen() implements WireMode {}

  /** Every piece, in both directions, waits this long; what comes meanwhile goes with the next. */
  record Delayed(Duration by) implements WireMode {}

  /** What is asked arrives, what is answered does not. */
  record Deaf() implements WireMode {}
}
