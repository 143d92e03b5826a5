package nth.sequencer.webhook;

import java.util.List;
import nth.contract.fixtures.RealDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The table of notices, read past its owner. */
final class WebhookBooks {

  private final JdbcClient jdbc;

  WebhookBooks(RealDatabase database) {
    jdbc =
        JdbcClient.create(
            new DriverManagerDataSource(database.url(), database.user(), database.password()));
  }

  /** Of one event, in its order; none before there is a table. */
  List<String> states(String event) {
    return column("state", event);
  }

  List<String> column(String column, String event) {
    return isThere()
        ? jdbc.sql(
                "select "
                    + column
                    + "::text from nth_webhook.notice where event_id = ? order by place")
            .param(event)
            .query(String.class)
            .list()
        : List.of();
  }

  boolean isThere() {
    return jdbc.sql("select to_regclass('nth_webhook.notice') is not null")
        .query(Boolean.class)
        .single();
  }

  /** By the audit mirror, which has a table of its own. */
  boolean isMirrored(String event) {
    return jdbc.sql("select exists (select from nth_winner where event_id = ?)")
        .param(event)
        .query(Boolean.class)
        .single();
  }

  void run(String sql) {
    jdbc.sql(sql).update();
  }
}
