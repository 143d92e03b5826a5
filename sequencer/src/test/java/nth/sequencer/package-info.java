/** The application on a real broker and a real database. */
@NullMarked
package nth.sequencer;

import org.jspecify.annotations.NullMarked;
