package nth.sequencer.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import nth.sequencer.replay.Finding.Kind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * K1 and K2 of one promotion from its results alone, whatever the decider says: numbers without gap
 * or double, each person once, a winner at every target that was reached and nowhere else, and a
 * closing that says the same.
 */
final class PublishedNumbers {

  private record Gap(long to, String where, String position) {}

  private record Win(long seq, String user) {}

  private final String event;
  private final People people;
  private final Findings findings;

  private final TreeMap<Long, Gap> gaps = new TreeMap<>();
  private final List<Win> wins = new ArrayList<>();
  private TreeSet<Long> targets = new TreeSet<>();
  private boolean closeWhenWon;
  private boolean defined;
  private boolean closed;
  private boolean retired;
  private long last;
  private long given;
  private long doubles;
  private long twice;

  PublishedNumbers(String event, People people, Findings findings) {
    this.event = event;
    this.people = people;
    this.findings = findings;
  }

  long doubles() {
    return doubles;
  }

  long personsTwice() {
    return twice;
  }

  /** How many numbers up to the last one nobody has. */
  long missing() {
    return gaps.entrySet().stream().mapToLong(gap -> gap.getValue().to() - gap.getKey() + 1).sum();
  }

  void see(Answer answer) {
    switch (answer.type()) {
      case "promotion_defined" -> define(answer);
      case "entry_numbered" -> number(answer);
      case "promotion_closed" -> close(answer);
      case "promotion_retired" -> retire(answer);
      case "refused" -> {}
      // A name from the wire, not a type of ours: there is no list to be complete about.
      default -> find(Kind.UNREADABLE, answer, "a result of type '" + answer.type() + "'");
    }
  }

  private void define(Answer answer) {
    if (!answer.isEffect()) {
      return;
    }
    if (last > 0 || closed) {
      find(Kind.WRONG_DEFINITION, answer, "defined anew after numbers were given");
    }
    defined = true;
    closeWhenWon = answer.flag("close_when_won");
    targets = new TreeSet<>();
    answer.value().path("targets").forEach(target -> targets.add(target.asLong(0)));
  }

  private void number(Answer answer) {
    long seq = answer.number("seq");
    String user = answer.text("user_id");
    long before = people.published(event, user);
    if (retired) {
      find(Kind.WRONG_CLOSING, answer, "number %d is said after the retirement".formatted(seq));
    }
    if (!answer.isEffect()) {
      if (before != seq) {
        find(
            Kind.NEVER_GIVEN,
            answer,
            "repeats number %d for %s, who has %s"
                .formatted(seq, user, before == 0 ? "none" : before));
      }
      return;
    }
    place(answer, seq);
    if (before != 0) {
      twice++;
      find(Kind.PERSON_TWICE, answer, "%s gets number %d and had %d".formatted(user, seq, before));
    } else {
      people.publish(event, user, seq);
    }
    win(answer, seq, user);
  }

  private void place(Answer answer, long seq) {
    given++;
    if (seq == last + 1) {
      last = seq;
    } else if (seq > last) {
      gaps.put(last + 1, new Gap(seq - 1, answer.where(), answer.position().toString()));
      last = seq;
    } else if (!fills(seq)) {
      doubles++;
      find(Kind.DOUBLE_NUMBER, answer, "number %d is given again".formatted(seq));
    } else {
      find(Kind.LATE_RESULT, answer, "number %d comes after number %d".formatted(seq, last));
    }
  }

  /** Takes the number out of the gap it lies in, if it does. */
  private boolean fills(long seq) {
    Map.Entry<Long, Gap> around = gaps.floorEntry(seq);
    if (around == null || around.getValue().to() < seq) {
      return false;
    }
    Gap gap = gaps.remove(around.getKey());
    if (around.getKey() < seq) {
      gaps.put(around.getKey(), new Gap(seq - 1, gap.where(), gap.position()));
    }
    if (seq < gap.to()) {
      gaps.put(seq + 1, gap);
    }
    return true;
  }

  private void win(Answer answer, long seq, String user) {
    boolean target = targets.contains(seq);
    boolean winner = answer.flag("winner");
    if (winner) {
      wins.add(new Win(seq, user));
    }
    if (winner != target) {
      String is = target ? "is a target and does not win" : "is no target and wins";
      find(Kind.WRONG_WINNER, answer, "number %d of %s %s".formatted(seq, user, is));
    }
    if (closed || !defined || (closeWhenWon && !targets.isEmpty() && seq > targets.last())) {
      String when = defined ? "after the end" : "before any definition";
      find(Kind.WRONG_CLOSING, answer, "number %d is given %s".formatted(seq, when));
    }
  }

  private void close(Answer answer) {
    if (closed && answer.isEffect()) {
      find(Kind.WRONG_CLOSING, answer, "closes again");
    }
    closed |= answer.isEffect();
    long total = answer.number("total_entries");
    if (total != given) {
      find(
          Kind.WRONG_CLOSING,
          answer,
          "tells %d entries and %d numbers were given".formatted(total, given));
    }
    List<Win> told = new ArrayList<>();
    for (JsonNode winner : answer.value().path("winners")) {
      told.add(new Win(winner.path("seq").asLong(0), winner.path("user_id").stringValue("")));
    }
    if (!told.equals(wins)) {
      find(Kind.WRONG_CLOSING, answer, "tells other winners than there were");
    }
  }

  private void retire(Answer answer) {
    if (!closed) {
      find(Kind.WRONG_CLOSING, answer, "retires what is not closed");
    }
    if (retired == answer.isEffect()) {
      find(Kind.WRONG_CLOSING, answer, retired ? "retires again" : "repeats no retirement");
    }
    retired |= answer.isEffect();
  }

  /** What can be said only when all results have been seen. */
  void finish() {
    gaps.forEach(
        (from, gap) -> {
          String which =
              from == gap.to() ? "number " + from : "numbers " + from + " to " + gap.to();
          find(Kind.GAP, gap.where(), gap.position(), which + " given to nobody");
          for (long target : targets.subSet(from, true, gap.to(), true)) {
            find(
                Kind.WRONG_WINNER,
                gap.where(),
                gap.position(),
                "target " + target + " has no winner");
          }
        });
  }

  private void find(Kind kind, Answer answer, String detail) {
    find(kind, answer.where(), answer.position().toString(), detail);
  }

  private void find(Kind kind, String where, @Nullable String position, String detail) {
    findings.add(kind, event, where, position, detail);
  }
}
