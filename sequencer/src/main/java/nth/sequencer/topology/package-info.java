/** The line as a Kafka Streams topology: reads commands, decides them, publishes what follows. */
@NullMarked
package nth.sequencer.topology;

import org.jspecify.annotations.NullMarked;
