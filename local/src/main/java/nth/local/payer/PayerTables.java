package nth.local.payer;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.springframework.dao.DataAccessResourceFailureException;

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
   * @throws DataAccessResourceFailureException while the database does not answer
   */
  synchronized void prepare() {
    if (!ready) {
      migrate();
      ready = true;
    }
  }

  private void migrate() {
    try {
      flyway.migrate();
    } catch (FlywayException e) {
      throw new DataAccessResourceFailureException("the payer's tables cannot be made", e);
    }
  }
}
