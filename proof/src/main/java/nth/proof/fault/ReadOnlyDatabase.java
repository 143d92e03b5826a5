package nth.proof.fault;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import nth.proof.stage.PartId;
import nth.proof.stage.Stage;

/** As after a fail-over to a standby that still is one (O-57). */
record ReadOnlyDatabase(Duration lasts) implements Fault {

  private static final String SETTING = "default_transaction_read_only";

  @Override
  public String victim() {
    return PartId.POSTGRES.toString();
  }

  @Override
  public void strike(Stage stage) throws SQLException {
    alter(stage, "alter system set " + SETTING + " = on");
  }

  @Override
  public void heal(Stage stage) throws SQLException {
    alter(stage, "alter system reset " + SETTING);
  }

  private static void alter(Stage stage, String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(stage.doors().jdbcUrl());
        Statement sql = connection.createStatement()) {
      sql.execute("set " + SETTING + " = off");
      sql.execute(statement);
      sql.execute("select pg_reload_conf()");
    }
  }
}
