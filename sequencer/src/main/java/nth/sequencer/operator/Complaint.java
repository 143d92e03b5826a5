package nth.sequencer.operator;

import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.core.NestedExceptionUtils;

/**
 * Why a command was not carried out, in one line.
 *
 * @param expected whether an operator can do something about it; otherwise nth has a fault
 */
record Complaint(String sentence, boolean expected) {

  static Complaint about(Throwable failure) {
    if (failure instanceof CannotGoOn stop) {
      return new Complaint(stop.getMessage(), true);
    }
    if (failure instanceof ExecutionException && failure.getCause() != null) {
      return about(failure.getCause());
    }
    if (failure instanceof KafkaException) {
      return new Complaint("The broker: " + rootOf(failure), true);
    }
    if (NestedExceptionUtils.getMostSpecificCause(failure) instanceof SQLException sql) {
      return new Complaint("The database: " + firstLine(sql), true);
    }
    return new Complaint("This is a fault of nth: " + failure, false);
  }

  /** Of a setting: which one, where that is known, and what is wrong with it. */
  static String aboutSetting(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof BindException wrong) {
        return "%s: %s".formatted(wrong.getName(), rootOf(failure));
      }
    }
    return rootOf(failure);
  }

  /** The innermost reason, which is the one that says what to do. */
  static String rootOf(Throwable failure) {
    return firstLine(NestedExceptionUtils.getMostSpecificCause(failure));
  }

  private static String firstLine(Throwable failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse(failure.toString());
  }
}
