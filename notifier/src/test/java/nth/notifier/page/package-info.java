/** Tests of what the page consists of. */
@NullMarked
package nth.notifier.page;

import org.jspecify.annotations.NullMarked;
