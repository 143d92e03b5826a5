package nth.sequencer.replay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nth.contract.Command;
import nth.contract.Command.SubmitEntry;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.Result.EntryNumbered;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.sequencer.domain.Closed;
import nth.sequencer.domain.Outcome;
import nth.sequencer.domain.Promotion;
import nth.sequencer.domain.Retired;
import nth.sequencer.domain.Running;
import org.jspecify.annotations.Nullable;

/** Tells in sentences what one person did and why they did or did not win. */
final class Tale {

  private static final int KEPT = 1_000;

  /**
   * @param promotion as it was after the command
   */
  private record Heard(
      EventId event,
      Position position,
      Instant appendedAt,
      Result answer,
      Promotion promotion,
      boolean decided,
      boolean asPublished) {}

  /**
   * @param position of the command
   * @param told what was decided, and why
   */
  record Sentence(EventId event, Position position, Instant appendedAt, String told) {}

  private final Scope scope;
  private final List<Heard> heard = new ArrayList<>();
  private long count;

  Tale(Scope scope) {
    this.scope = scope;
  }

  void hear(
      Command command,
      Position position,
      Instant appendedAt,
      Outcome outcome,
      boolean decided,
      boolean asPublished) {
    if (!(command instanceof SubmitEntry entry) || !scope.tellsOf(entry.userId())) {
      return;
    }
    if (count++ < KEPT) {
      Result answer =
          outcome.results().stream().filter(r -> r.answers(command)).findFirst().orElseThrow();
      heard.add(
          new Heard(
              command.eventId(),
              position,
              appendedAt,
              answer,
              outcome.promotion(),
              decided,
              asPublished));
    }
  }

  /** How many commands of this person there are; the first {@value #KEPT} are told. */
  long count() {
    return count;
  }

  /** In the order of the log, once everything has been replayed. */
  List<Sentence> told(Books books) {
    return heard.stream()
        .map(h -> new Sentence(h.event(), h.position(), h.appendedAt(), told(h, books)))
        .toList();
  }

  private static String told(Heard heard, Books books) {
    if (!heard.decided()) {
      return "not decided yet.";
    }
    EventBook book = books.find(heard.event().value());
    Map<Long, Expected<Winner>> winners = book == null ? Map.of() : book.winners();
    boolean over = book != null && book.closing() != null;
    String told = heard.answer().on(new InSentences(heard.promotion(), winners, over));
    return heard.asPublished() ? told : told + " But nth.results says something else.";
  }

  private record InSentences(Promotion promotion, Map<Long, Expected<Winner>> winners, boolean over)
      implements Result.Cases<String> {

    @Override
    public String defined(Result.PromotionDefined result) {
      throw new IllegalStateException("no entry is answered with a definition");
    }

    @Override
    public String closed(Result.PromotionClosed result) {
      throw new IllegalStateException("no entry is answered with a closing");
    }

    @Override
    public String retired(Result.PromotionRetired result) {
      throw new IllegalStateException("no entry is answered with a retirement");
    }

    @Override
    public String numbered(EntryNumbered result) {
      if (!result.origin().isEffect()) {
        return "number %s again, which was given at %s: each person counts once."
            .formatted(result.seq(), result.origin().originalPosition());
      }
      return result.winner()
          ? "number %s, which is a target: this person won.".formatted(result.seq())
          : "number %s, which is no target; %s."
              .formatted(result.seq(), nearest(result.seq(), definition()));
    }

    private Definition definition() {
      Promotion now = promotion;
      Running running = now instanceof Closed closed ? closed.last() : (Running) now;
      return running.sent();
    }

    /** The target this person came nearest to from below, else the last one. */
    private String nearest(Seq seq, Definition definition) {
      Seq target =
          definition.targets().stream()
              .filter(t -> t.compareTo(seq) > 0)
              .findFirst()
              .orElse(definition.lastTarget());
      Expected<Winner> winner = winners.get(target.value());
      if (winner == null) {
        return "nobody has reached target " + target + (over ? "" : " yet");
      }
      long apart = target.value() - seq.value();
      return "target %s went to %s at %s, %s %s"
          .formatted(
              target,
              winner.value().userId(),
              winner.value().position(),
              people(Math.abs(apart)),
              apart > 0 ? "later" : "earlier");
    }

    private static String people(long number) {
      return number == 1 ? "one person" : Words.number(number) + " people";
    }

    @Override
    public String refused(Result.Refused result) {
      Instant at = result.origin().decidedAt();
      String why =
          switch (result.reason()) {
            case EVENT_NOT_FOUND -> "nobody had defined this promotion";
            case NOT_STARTED -> early(at);
            case CLOSED -> late(at);
            case RETIRED -> tooLate(at);
            case ALREADY_RUNNING, INVALID_TIMES, NOT_DUE -> "as no entry should be";
          };
      return "refused as %s: %s. It used no number.".formatted(result.reason().wire(), why);
    }

    private String early(Instant at) {
      Instant opens = ((Running) promotion).opensAt();
      return "%s before the opening at %s".formatted(seconds(at, opens), opens);
    }

    private String late(Instant at) {
      Closed closed = (Closed) promotion;
      return "%s after the closing at %s (%s, by %s)"
          .formatted(
              seconds(closed.closedAt(), at),
              closed.closedAt(),
              closed.cause().wire(),
              closed.closedBy());
    }

    private String tooLate(Instant at) {
      Retired retired = (Retired) promotion;
      return "%s after the retirement at %s (by %s), since when only the log knows who had a number"
          .formatted(seconds(retired.retiredAt(), at), retired.retiredAt(), retired.retiredBy());
    }

    private static String seconds(Instant from, Instant to) {
      double seconds = Duration.between(from, to).toMillis() / 1_000.0;
      return String.format(Locale.ROOT, "%.3f s", seconds);
    }
  }

  /** Null if nobody is asked about. */
  @Nullable UserId user() {
    return scope.user();
  }
}
