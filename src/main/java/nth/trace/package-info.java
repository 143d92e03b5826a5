/**
 * One trace from a request to everything that comes of it, through record headers; off as shipped.
 */
@NullMarked
package nth.trace;

import org.jspecify.annotations.NullMarked;
