/** The audit: replays the log and compares everything that was published with what follows. */
@NullMarked
package nth.sequencer.replay;

import org.jspecify.annotations.NullMarked;
