/** The audit over small logs, a real broker and large logs: whatever can be wrong is found. */
@NullMarked
package nth.sequencer.replay;

import org.jspecify.annotations.NullMarked;
