/** Whether every guarantee held. */
@NullMarked
package nth.proof.verdict;

import org.jspecify.annotations.NullMarked;
