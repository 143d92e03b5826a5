@NullMarked
package nth.proof.verdict;

import org.jspecify.annotations.NullMarked;
