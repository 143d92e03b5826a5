package nth.sequencer.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nth.contract.Command;
import nth.contract.Command.ClosePromotion;
import nth.contract.Command.DefinePromotion;
import nth.contract.Command.RetirePromotion;
import nth.contract.Command.SubmitEntry;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.guarantees.History;
import nth.contract.guarantees.History.WinnerRecord;

/** One partition of the log in memory, decided command by command. */
final class SmallLog {

  private final Map<EventId, Promotion> promotions = new HashMap<>();
  private final Map<EventId, Map<UserId, Entrant>> entrants = new HashMap<>();
  private final List<Result> results = new ArrayList<>();
  private final List<WinnerRecord> winners = new ArrayList<>();
  private final boolean forgets;
  private long logTime;
  private long offset;

  SmallLog() {
    this(true);
  }

  /**
   * @param forgets at once whom nobody is asked for any more
   */
  SmallLog(boolean forgets) {
    this.forgets = forgets;
  }

  Outcome append(Command command, Instant appended) {
    logTime = LogTime.of(appended.toEpochMilli(), logTime);
    EventId event = command.eventId();
    Map<UserId, Entrant> people = entrants.computeIfAbsent(event, e -> new HashMap<>());
    Outcome outcome =
        Outcome.of(
            promotions.getOrDefault(event, Promotion.unknown()),
            command.on(new PersonIn(people)),
            command,
            new Position(0, offset++),
            Instant.ofEpochMilli(logTime));
    promotions.put(event, outcome.promotion());
    if (outcome.numbered() != null) {
      people.put(outcome.numbered().userId(), Outcome.entrant(outcome.numbered()));
    }
    if (outcome.retired() && forgets) {
      people.clear();
    }
    results.addAll(outcome.results());
    outcome.winners().forEach(winner -> winners.add(published(winner)));
    return outcome;
  }

  History history() {
    return new History(results, winners);
  }

  private static WinnerRecord published(Winner winner) {
    return new WinnerRecord(winner.dedupId(), Json.strict().writeValueAsString(winner), winner);
  }

  private record PersonIn(Map<UserId, Entrant> people) implements Command.Cases<Entrant> {
    @Override
    public Entrant define(DefinePromotion command) {
      return null;
    }

    @Override
    public Entrant submit(SubmitEntry command) {
      return people.get(command.userId());
    }

    @Override
    public Entrant close(ClosePromotion command) {
      return null;
    }

    @Override
    public Entrant retire(RetirePromotion command) {
      return null;
    }
  }
}
