/** The organiser's corner of the page: define, let a crowd rush, close, look at the audit rows. */
@NullMarked
package nth.local.organiser;

import org.jspecify.annotations.NullMarked;
