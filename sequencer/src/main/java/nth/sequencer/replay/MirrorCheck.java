package nth.sequencer.replay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.sql.DataSource;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.sequencer.operator.CannotGoOn;
import nth.sequencer.replay.Finding.Kind;
import org.jspecify.annotations.Nullable;

/**
 * K5: the rows in Postgres are the wins and closings that follow from the log, field by field. The
 * mirror may lag: what is younger than {@link #LAG} and not there is only listed.
 */
final class MirrorCheck {

  static final Duration LAG = Duration.ofSeconds(60);

  private static final String NO_TABLE = "42P01";
  private static final int FETCH_ROWS = 1_000;

  /**
   * @param winners rows
   * @param closings rows
   * @param notYetMirrored dedup ids of what is missing and young
   */
  record Outcome(long winners, long closings, List<String> notYetMirrored) {}

  private final DataSource database;
  private final Clock clock;
  private final int looks;
  private final Duration pause;

  /**
   * @param looks how often the rows are read until nothing old is missing: the age of a win is that
   *     of its command, and after an outage the line may have decided an old one just now
   */
  MirrorCheck(DataSource database, Clock clock, int looks, Duration pause) {
    this.database = database;
    this.clock = clock;
    this.looks = looks;
    this.pause = pause;
  }

  /**
   * Asks for the tables before anything takes long.
   *
   * @throws CannotGoOn if they are not there
   */
  void probe() {
    read("nth_winner", List.of("dedup_id"), "none", row -> {});
    read("nth_closing", List.of("dedup_id"), "none", row -> {});
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

  private interface RowReader {
    void accept(Row row);
  }

  /** One reading of both tables. */
  private final class Look {

    private final Evidence evidence;
    private final Map<String, Row> missing = new TreeMap<>();
    private final Map<String, Row> must = new TreeMap<>();
    private final List<Finding> wrong = new ArrayList<>();
    private final List<Finding> strange = new ArrayList<>();
    private final List<Finding> old = new ArrayList<>();
    private final List<String> young = new ArrayList<>();
    private long winners;
    private long closings;

    Look(Evidence evidence) {
      this.evidence = evidence;
      for (EventBook book : evidence.books().all()) {
        book.winners().values().forEach(w -> expect(Row.of(w.value()), w.decided()));
        book.states().stream()
            .filter(s -> s.value().phase() == PromotionView.Phase.CLOSED)
            .forEach(s -> expect(Row.of(s.value()), s.decided()));
      }
    }

    private void expect(Row row, boolean decided) {
      must.put(row.text("dedup_id"), row);
      if (decided) {
        missing.put(row.text("dedup_id"), row);
      }
    }

    void take(Supplier<Frozen> now) {
      String event = evidence.scope().event() == null ? null : evidence.scope().event().value();
      read("nth_winner", Row.WINNER_COLUMNS, event, row -> winners += judge("nth_winner", row));
      read("nth_closing", Row.CLOSING_COLUMNS, event, row -> closings += judge("nth_closing", row));
      Frozen later = now.get();
      strange.removeIf(finding -> came(later, finding.position()));
      missing.values().forEach(this::sort);
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

    private void sort(Row row) {
      boolean win = row.text("dedup_id").startsWith("promotion-winner:");
      Instant since = row.time(win ? "determined_at" : "closed_at");
      if (Duration.between(since, clock.instant()).compareTo(LAG) <= 0) {
        young.add(row.text("dedup_id"));
      } else {
        String where = win ? "nth_winner" : "nth_closing";
        old.add(finding(Kind.MISSING_ROW, row, where, row.text("dedup_id") + " is missing"));
      }
    }

    private static Finding finding(Kind kind, Row row, String where, String detail) {
      return new Finding(kind, row.text("event_id"), where, row.text("position"), detail);
    }

    Outcome report() {
      wrong.forEach(evidence.findings()::add);
      strange.forEach(evidence.findings()::add);
      old.forEach(evidence.findings()::add);
      return new Outcome(winners, closings, List.copyOf(young));
    }
  }

  /**
   * Both tables have the columns {@code event_id} and {@code dedup_id}.
   *
   * @param event null for all
   */
  private void read(String table, List<String> columns, @Nullable String event, RowReader reader) {
    String select = "select " + String.join(", ", columns) + " from " + table;
    String sql = event == null ? select : select + " where event_id = ?";
    try (Connection connection = database.getConnection()) {
      // Without a transaction the driver would fetch all rows at once.
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setFetchSize(FETCH_ROWS);
        if (event != null) {
          statement.setString(1, event);
        }
        try (ResultSet found = statement.executeQuery()) {
          while (found.next()) {
            reader.accept(Row.read(found, columns));
          }
        }
      }
      connection.rollback();
    } catch (SQLException e) {
      throw NO_TABLE.equals(e.getSQLState()) ? noTable(table, e) : away(e);
    }
  }

  private static CannotGoOn noTable(String table, SQLException e) {
    return new CannotGoOn(
        "The database has no table %s: no sequencer has run with it.".formatted(table)
            + " --no-database compares without.",
        e);
  }

  private static CannotGoOn away(SQLException e) {
    Throwable root = e.getCause() == null ? e : e.getCause();
    return new CannotGoOn(
        "The database does not answer (SPRING_DATASOURCE_URL): %s --no-database compares without."
            .formatted(String.valueOf(root.getMessage()).lines().findFirst().orElse("")),
        e);
  }
}
