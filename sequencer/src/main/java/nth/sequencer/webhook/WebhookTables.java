package nth.sequencer.webhook;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A schema of its own. Made when it is first needed: the database may be away at start. */
final class WebhookTables {

  static final String SCHEMA = "nth_webhook";

  private final Flyway flyway;
  private boolean ready;

  WebhookTables(DataSource database) {
    flyway =
        Flyway.configure()
            .dataSource(database)
            .schemas(SCHEMA)
            .createSchemas(true)
            .locations("classpath:nth/sequencer/webhook")
            .load();
  }

  /**
   * @throws RuntimeException while the database does not answer
   */
  synchronized void prepare() {
    if (!ready) {
      flyway.migrate();
      ready = true;
    }
  }
}
