package nth.sequencer.operator;

/** A command cannot be carried out as things are: it ends with one sentence and exit code 2. */
public final class CannotGoOn extends RuntimeException {

  /**
   * @param sentence for the operator: what is wrong, and the way out where there is one
   */
  public CannotGoOn(String sentence) {
    super(sentence);
  }

  public CannotGoOn(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
