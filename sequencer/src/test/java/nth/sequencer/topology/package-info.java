/** The line on Kafka's own test driver. */
@NullMarked
package nth.sequencer.topology;

import org.jspecify.annotations.NullMarked;
