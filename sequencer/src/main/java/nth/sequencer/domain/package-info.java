/** The rules, as pure functions: everything that influences a decision comes in as an argument. */
@NullMarked
package nth.sequencer.domain;

import org.jspecify.annotations.NullMarked;
