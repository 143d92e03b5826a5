@NullMarked
package nth.proof.crowd;

import org.jspecify.annotations.NullMarked;
