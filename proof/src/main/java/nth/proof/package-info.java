/** What nth claims, tried on the running system. */
@NullMarked
package nth.proof;

import org.jspecify.annotations.NullMarked;
