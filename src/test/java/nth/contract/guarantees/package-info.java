/** The promises of nth as objects that judge a history, whoever made it. */
@NullMarked
package nth.contract.guarantees;

import org.jspecify.annotations.NullMarked;
