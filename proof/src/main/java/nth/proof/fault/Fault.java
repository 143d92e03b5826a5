package nth.proof.fault;

import java.time.Duration;
import java.util.List;
import nth.proof.stage.Stage;

/** Something that goes wrong once, with what and for how long already drawn. */
public interface Fault {

  /** Whom or what it hits, for people. */
  String victim();

  /** From the strike until it is healed; what heals by itself lasts no time. */
  Duration lasts();

  /**
   * Whether its effect begins with the strike: then the time to the next result tells how soon the
   * system went on without what was broken.
   */
  default boolean isTimed() {
    return true;
  }

  /**
   * Finds out what takes time to find out, so that the strike is at the moment it is said to be.
   */
  default void aim(Stage stage) throws Exception {}

  void strike(Stage stage) throws Exception;

  /** Puts right what was broken; it is another matter when the stage has recovered from it. */
  void heal(Stage stage) throws Exception;

  /** What the system did wrong while it was broken, where this fault knows what is right. */
  default List<String> complaints() {
    return List.of();
  }
}
