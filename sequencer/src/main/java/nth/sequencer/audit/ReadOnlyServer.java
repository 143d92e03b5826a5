package nth.sequencer.audit;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * After a failover the pool's connections may still lead to the old server, which only reads now: a
 * connection that says so is given up, and the next one goes where the address points to.
 */
final class ReadOnlyServer implements SQLExceptionOverride, BeanPostProcessor {

  private static final String READ_ONLY = "25006";

  @java.lang.Override
  public Override adjudicate(SQLException fault) {
    return READ_ONLY.equals(fault.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
  }

  @java.lang.Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof HikariDataSource pool) {
      pool.setExceptionOverride(this);
    }
    return bean;
  }
}
