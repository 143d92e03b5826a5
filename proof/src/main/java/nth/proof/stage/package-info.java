/** The processes of a small cluster, each in its own folder, and the wires between them. */
@NullMarked
package nth.proof.stage;

import org.jspecify.annotations.NullMarked;
