/** Tests of the webhooks. */
@NullMarked
package nth.sequencer.webhook;

import org.jspecify.annotations.NullMarked;
