@NullMarked
package nth.proof.memory;

import org.jspecify.annotations.NullMarked;
