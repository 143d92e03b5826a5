/** The books: mirrors winners and closings to Postgres, so that a result can be checked later. */
@NullMarked
package nth.sequencer.audit;

import org.jspecify.annotations.NullMarked;
