package nth.sequencer.replay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.sequencer.replay.Finding.Kind;
import org.jspecify.annotations.Nullable;

/**
 * K5: the rows in Postgres are the wins and closings that follow from the log, field by field. The
 * mirror may lag: what it has not come to, or is younger than {@link #LAG}, is only listed.
 */
final class MirrorCheck {

  static final Duration LAG = Duration.ofSeconds(60);

  /**
   * @param winners rows
   * @param closings rows
   * @param notYetMirrored dedup ids of what is missing and may be
   */
  record Outcome(long winners, long closings, List<String> notYetMirrored) {}

  private final MirrorTables tables;
  private final Supplier<MirrorPositions> positions;
  private final Clock clock;
  private final int looks;
  private final Duration pause;

  /**
   * @param looks how often the rows are read until nothing old is missing: the age of a win is that
   *     of its command, and after an outage the line may have decided an old one just now
   */
  MirrorCheck(
      MirrorTables tables,
      Supplier<MirrorPositions> positions,
      Clock clock,
      int looks,
      Duration pause) {
    this.tables = tables;
    this.positions = positions;
    this.clock = clock;
    this.looks = looks;
    this.pause = pause;
  }

  /**
   * @param now what is frozen, with the ends that {@code nth.entries} has by now
   */
  Outcome compare(Evidence evidence, Supplier<Frozen> now) throws InterruptedException {
    for (int look = 1; ; look++) {
      Look looked = new Look(evidence);
      looked.take(now);
      if (look == looks || looked.old.isEmpty()) {
        return looked.report();
      }
      Thread.sleep(pause.toMillis());
    }
  }

  private record Missing(Row row, Expected.@Nullable Place place) {}

  /** One reading of both tables. */
  private final class Look {

    private final Evidence evidence;
    private final Map<String, Missing> missing = new TreeMap<>();
    private final Map<String, Row> must = new TreeMap<>();
    private final List<Finding> wrong = new ArrayList<>();
    private final List<Finding> strange = new ArrayList<>();
    private final List<Finding> old = new ArrayList<>();
    private final List<String> notYet = new ArrayList<>();
    private long winners;
    private long closings;

    Look(Evidence evidence) {
      this.evidence = evidence;
      for (EventBook book : evidence.books().all()) {
        book.winners().values().forEach(w -> expect(Row.of(w.value()), w));
        book.states().stream()
            .filter(s -> s.value().phase() == PromotionView.Phase.CLOSED)
            .forEach(s -> expect(Row.of(s.value()), s));
      }
    }

    private void expect(Row row, Expected<?> record) {
      must.put(row.text("dedup_id"), row);
      if (record.decided()) {
        missing.put(row.text("dedup_id"), new Missing(row, record.place()));
      }
    }

    void take(Supplier<Frozen> now) {
      String event = evidence.scope().event() == null ? null : evidence.scope().event().value();
      // Before the rows: what is behind these positions has its row by now.
      MirrorPositions read = positions.get();
      tables.read(
          "nth_winner", Row.WINNER_COLUMNS, event, row -> winners += judge("nth_winner", row));
      tables.read(
          "nth_closing", Row.CLOSING_COLUMNS, event, row -> closings += judge("nth_closing", row));
      Frozen later = now.get();
      strange.removeIf(finding -> came(later, finding.position()));
      missing.values().forEach(each -> sort(each, read));
    }

    private int judge(String table, Row row) {
      String id = row.text("dedup_id");
      String where = table + " " + id;
      Row expected = must.get(id);
      missing.remove(id);
      if (expected == null) {
        strange.add(finding(Kind.EXTRA_ROW, row, where, "nothing of the kind happened"));
      } else if (!row.differences(expected).isEmpty()) {
        wrong.add(finding(Kind.DIFFERENT_ROW, expected, where, row.differences(expected)));
      }
      return 1;
    }

    private static boolean came(Frozen later, @Nullable String position) {
      Position at = Positions.of(position);
      return at != null && later.cameMeanwhile(at.partition(), at.offset());
    }

    private void sort(Missing missed, MirrorPositions read) {
      Row row = missed.row();
      String id = row.text("dedup_id");
      boolean win = id.startsWith("promotion-winner:");
      Instant since = row.time(win ? "determined_at" : "closed_at");
      boolean isYoung = Duration.between(since, clock.instant()).compareTo(LAG) <= 0;
      if (isYoung || read.isBefore(missed.place())) {
        notYet.add(id);
      } else {
        String where = win ? "nth_winner" : "nth_closing";
        String why = read.neverRan() ? ": the mirror has never run" : "";
        old.add(finding(Kind.MISSING_ROW, row, where, id + " is missing" + why));
      }
    }

    private static Finding finding(Kind kind, Row row, String where, String detail) {
      return new Finding(kind, row.text("event_id"), where, row.text("position"), detail);
    }

    Outcome report() {
      wrong.forEach(evidence.findings()::add);
      strange.forEach(evidence.findings()::add);
      old.forEach(evidence.findings()::add);
      return new Outcome(winners, closings, List.copyOf(notYet));
    }
  }
}
