package nth.sequencer.domain;

import nth.contract.Command;
import nth.contract.Command.SubmitEntry;
import nth.contract.Origin;
import nth.contract.RefusalReason;
import nth.contract.Result.Refused;

/** Refusals are results: final for their command, and without a number. */
final class Refusals {

  private Refusals() {}

  static Refused of(Command command, Origin origin, RefusalReason reason) {
    return new Refused(origin, command.type(), null, reason);
  }

  static Refused ofEntry(SubmitEntry command, Origin origin, RefusalReason reason) {
    return new Refused(origin, command.type(), command.userId(), reason);
  }
}
