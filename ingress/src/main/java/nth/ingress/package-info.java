/** The door: takes commands over HTTP and appends them to the log. */
@NullMarked
package nth.ingress;

import org.jspecify.annotations.NullMarked;
