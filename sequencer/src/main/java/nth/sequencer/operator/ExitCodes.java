package nth.sequencer.operator;

/** What a command ends with. */
public final class ExitCodes {

  /** Done, and nothing is wrong. */
  public static final int HOLDS = 0;

  /** Done, and something is wrong. */
  public static final int VIOLATED = 1;

  /** Not done: wrong input, or something that does not answer. */
  public static final int NOT_DONE = 2;

  private ExitCodes() {}
}
