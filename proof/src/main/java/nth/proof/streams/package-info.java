/** What an open stream costs, and how soon all hear the news, beside a bare server. */
@NullMarked
package nth.proof.streams;

import org.jspecify.annotations.NullMarked;
