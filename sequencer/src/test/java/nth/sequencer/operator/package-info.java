/** The way in for operators: exit codes, usage, one line for what went wrong. */
@NullMarked
package nth.sequencer.operator;

import org.jspecify.annotations.NullMarked;
