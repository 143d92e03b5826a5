package nth.local.payer;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import nth.contract.fixtures.RealDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The payer's tables, read past it. */
final class PayerBooks {

  private final JdbcClient jdbc;

  PayerBooks(RealDatabase database) {
    jdbc =
        JdbcClient.create(
            new DriverManagerDataSource(database.url(), database.user(), database.password()));
  }

  /** dedup_id, state and reference, by number. */
  List<Map<String, Object>> ledger() {
    return rows("select dedup_id, state, reference from nth_payer.ledger order by event_id, seq");
  }

  List<String> states() {
    return ledger().stream().map(row -> (String) row.get("state")).toList();
  }

  /** dedup_id, state and record of each win, with tabs between them. */
  Set<String> lines() {
    return rows("select dedup_id, state, record from nth_payer.ledger").stream()
        .map(row -> row.get("dedup_id") + "\t" + row.get("state") + "\t" + row.get("record"))
        .collect(Collectors.toSet());
  }

  /** Reasons, in the order of the log. */
  List<String> putAside() {
    return rows("select reason from nth_payer.dead_letter order by \"offset\"").stream()
        .map(row -> (String) row.get("reason"))
        .toList();
  }

  void run(String sql) {
    jdbc.sql(sql).update();
  }

  /** None before the payer has made its tables. */
  private List<Map<String, Object>> rows(String sql) {
    boolean there =
        jdbc.sql("select to_regclass('nth_payer.ledger') is not null")
            .query(Boolean.class)
            .single();
    return there ? jdbc.sql(sql).query().listOfRows() : List.of();
  }
}
