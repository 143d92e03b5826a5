@NullMarked
package nth.proof.streams;

import org.jspecify.annotations.NullMarked;
