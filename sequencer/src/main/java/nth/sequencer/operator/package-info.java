/** The operator's way in: runs one command with the settings of the service, and ends. */
@NullMarked
package nth.sequencer.operator;

import org.jspecify.annotations.NullMarked;
