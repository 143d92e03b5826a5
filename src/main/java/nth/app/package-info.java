/** What every nth application does alike: settings, topic checks, reading a log, giving up. */
@NullMarked
package nth.app;

import org.jspecify.annotations.NullMarked;
