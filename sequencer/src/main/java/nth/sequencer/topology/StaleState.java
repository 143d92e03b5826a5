package nth.sequencer.topology;

/** The restored state is older than the committed position: it must be restored again. */
final class StaleState extends IllegalStateException {
  StaleState(String sentence) {
    super(sentence);
  }
}
