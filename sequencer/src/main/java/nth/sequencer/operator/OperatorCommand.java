package nth.sequencer.operator;

/**
 * What an operator can ask of the sequencer's jar, annotated with picocli's {@code @Command} and
 * listed in {@code SequencerApplication}. It prints to the writers of its {@code CommandSpec}.
 */
public interface OperatorCommand {

  /**
   * @return the exit code, one of {@link ExitCodes}
   * @throws CannotGoOn with the sentence that the operator is told
   */
  int run(Installation installation) throws Exception;
}
