/** Word by HTTP for shops without Kafka: each win and each closing is posted to one address. */
@NullMarked
package nth.sequencer.webhook;

import org.jspecify.annotations.NullMarked;
