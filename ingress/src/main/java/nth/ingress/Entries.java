package nth.ingress;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import nth.contract.Command;
import nth.contract.Headers;
import nth.contract.Position;

/** The log of commands, to which the door appends. */
interface Entries {

  /** With the headers every command has. */
  default CompletableFuture<Appended> append(Command command) {
    return append(command, Headers.of(command));
  }

  /**
   * Never blocks.
   *
   * @return completes once every in-sync replica has the command; else with {@link Unavailable} or
   *     {@link OutcomeUnknown}, in less than 3 s
   */
  CompletableFuture<Appended> append(
      Command command, org.apache.kafka.common.header.Headers headers);

  /**
   * Where a command stands.
   *
   * @param appendTime by the broker's clock
   */
  record Appended(Position position, Instant appendTime) {}

  /** The command is not in the log and will not be. */
  final class Unavailable extends RuntimeException {
    Unavailable(String why) {
      super(why);
    }

    Unavailable(String why, Throwable cause) {
      super(why, cause);
    }
  }

  /** The command may be in the log or come to it: repeating it with the same id is safe. */
  final class OutcomeUnknown extends RuntimeException {
    OutcomeUnknown(String why, Throwable cause) {
      super(why, cause);
    }

    OutcomeUnknown(String why) {
      super(why);
    }
  }
}
