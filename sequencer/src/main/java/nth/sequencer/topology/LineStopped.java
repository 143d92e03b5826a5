package nth.sequencer.topology;

import org.apache.kafka.streams.errors.StreamsException;

/** Going on could give a wrong number: the line stands until an operator has done something. */
public final class LineStopped extends StreamsException {

  /**
   * @param sentence what is wrong and the way out, for the operator
   */
  LineStopped(String sentence) {
    super(sentence);
  }
}
