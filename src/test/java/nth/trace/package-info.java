@NullMarked
package nth.trace;

import org.jspecify.annotations.NullMarked;
