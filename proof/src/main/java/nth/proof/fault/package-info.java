/** What can go wrong, and when it does. */
@NullMarked
package nth.proof.fault;

import org.jspecify.annotations.NullMarked;
