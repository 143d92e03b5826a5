/** The page that people and big screens look at, and the files it is made of. */
@NullMarked
package nth.notifier.page;

import org.jspecify.annotations.NullMarked;
