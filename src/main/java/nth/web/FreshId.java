package nth.web;

import org.springframework.util.AlternativeJdkIdGenerator;
import org.springframework.util.IdGenerator;

/**
 * Ids that have to differ and need not be secret. {@link java.util.UUID#randomUUID()} reads the
 * system's randomness under a lock, and no thread that serves requests may wait for one.
 */
public final class FreshId {

  private static final IdGenerator IDS = new AlternativeJdkIdGenerator();

  private FreshId() {}

  /** Has the generator seeded, which does read the system's randomness: to be done at start. */
  static void seed() {
    next();
  }

  /** A UUID. */
  public static String next() {
    return IDS.generateId().toString();
  }
}
