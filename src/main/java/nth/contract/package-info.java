/** The language the parts speak: commands, results, ids and topics, with their exact JSON. */
@NullMarked
package nth.contract;

import org.jspecify.annotations.NullMarked;
