/** The voice: tells everybody their result, by polling and by live streams. */
@NullMarked
package nth.notifier;

import org.jspecify.annotations.NullMarked;
