package nth.sequencer.replay;

import nth.contract.Topic;

/** Where the frozen topics are read from. */
interface Tapes {

  Tape open(Topic<?> topic, int partition);
}
