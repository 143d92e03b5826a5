/** The jars of a commit that is not checked out. */
@NullMarked
package nth.proof.build;

import org.jspecify.annotations.NullMarked;
