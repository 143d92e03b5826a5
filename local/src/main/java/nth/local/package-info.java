/** The whole pipeline in one JVM, on a real broker and a real database. */
@NullMarked
package nth.local;

import org.jspecify.annotations.NullMarked;
