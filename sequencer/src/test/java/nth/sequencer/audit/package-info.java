/** The books on a real broker and a real database. */
@NullMarked
package nth.sequencer.audit;

import org.jspecify.annotations.NullMarked;
