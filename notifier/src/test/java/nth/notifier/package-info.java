/** What the notifier promises, on a real log. */
@NullMarked
package nth.notifier;

import org.jspecify.annotations.NullMarked;
