@NullMarked
package nth.sequencer.recovery;

import org.jspecify.annotations.NullMarked;
