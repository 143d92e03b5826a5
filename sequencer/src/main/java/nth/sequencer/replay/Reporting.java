package nth.sequencer.replay;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.sequencer.domain.Closed;
import nth.sequencer.domain.Retired;
import org.jspecify.annotations.Nullable;

/** Draws up the report from what was counted and found. */
final class Reporting {

  private Reporting() {}

  static List<Report.Event> events(Evidence evidence) {
    return evidence.books().all().stream().map(book -> event(book, evidence)).toList();
  }

  private static Report.Event event(EventBook book, Evidence evidence) {
    String name = book.event().value();
    PublishedNumbers published = evidence.published().find(name);
    Tally tally = book.tally();
    return new Report.Event(
        book.event(),
        tally.commands(),
        tally.numbers(),
        tally.repeats(),
        tally.refusals(),
        wins(book.winners().values()),
        closing(book.closed()),
        retirement(book.retired()),
        published == null ? 0 : published.missing(),
        published == null ? 0 : published.doubles(),
        published == null ? 0 : published.personsTwice(),
        evidence.findings().about(name));
  }

  private static List<Report.Win> wins(Collection<Expected<Winner>> winners) {
    return winners.stream()
        .filter(Expected::decided)
        .map(Expected::value)
        .map(winner -> new Report.Win(winner.seq(), winner.userId(), winner.position()))
        .toList();
  }

  private static Report.@Nullable Closing closing(@Nullable Closed closed) {
    return closed == null
        ? null
        : new Report.Closing(
            closed.cause(), closed.closedAt(), closed.last().entries(), closed.closedBy());
  }

  private static Report.@Nullable Retirement retirement(@Nullable Retired retired) {
    return retired == null ? null : new Report.Retirement(retired.retiredAt(), retired.retiredBy());
  }

  static Report.Totals totals(
      Evidence evidence, PutAside deadLetters, WinnersCheck winners, StatesCheck states) {
    Tally total = evidence.books().total();
    return new Report.Totals(
        evidence.frozen().partitions(),
        evidence.frozen().records(),
        total.commands(),
        total.numbers(),
        total.repeats(),
        Map.copyOf(total.refusals()),
        deadLetters.count(),
        deadLetters.expired(),
        winners.records(),
        winners.repeats(),
        states.records());
  }

  static Report.@Nullable Person person(Tale tale, Books books) {
    UserId user = tale.user();
    return user == null ? null : new Report.Person(user, tale.count(), tale.told(books));
  }
}
