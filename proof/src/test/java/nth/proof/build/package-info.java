@NullMarked
package nth.proof.build;

import org.jspecify.annotations.NullMarked;
