/**
 * A payer to learn from: pays each win once, whatever crashes, and knows only the topic of wins.
 */
@NullMarked
package nth.local.payer;

import org.jspecify.annotations.NullMarked;
