/** People who enter and watch, and remember every answer. */
@NullMarked
package nth.proof.crowd;

import org.jspecify.annotations.NullMarked;
