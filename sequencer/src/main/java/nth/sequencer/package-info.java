/** The line: gives every valid entry its number, once. */
@NullMarked
package nth.sequencer;

import org.jspecify.annotations.NullMarked;
