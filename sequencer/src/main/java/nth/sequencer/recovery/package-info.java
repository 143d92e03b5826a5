/** What an operator does after a loss: makes state and mirror anew, reads and puts back, copies. */
@NullMarked
package nth.sequencer.recovery;

import org.jspecify.annotations.NullMarked;
