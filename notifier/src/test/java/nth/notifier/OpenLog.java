package nth.notifier;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** One log of one partition for all tests of a class, which start instances of their own. */
abstract class OpenLog {

  static ResultLog log;

  @BeforeAll
  static void start() {
    log = new ResultLog(1);
  }

  @AfterAll
  static void stop() {
    log.close();
  }
}
