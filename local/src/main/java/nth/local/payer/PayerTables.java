package nth.local.payer;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A schema of the payer's own. Made when it is first needed: the database may be away at start. */
final class PayerTables {

  static final String SCHEMA = "nth_payer";

  private final Flyway flyway;
  private boolean ready;

  PayerTables(DataSource database) {
    flyway =
        Flyway.configure()
            .dataSource(database)
            .schemas(SCHEMA)
            .createSchemas(true)
            .locations("classpath:nth/local/payer")
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
