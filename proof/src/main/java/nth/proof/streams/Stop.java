package nth.proof.streams;

import java.time.Duration;

/**
 * The end of a notifier with all its streams open.
 *
 * @param took from SIGTERM to the end of the process
 */
record Stop(Duration took, int exitCode) {}
