/** What each application needs of a container's memory. */
@NullMarked
package nth.proof.memory;

import org.jspecify.annotations.NullMarked;
