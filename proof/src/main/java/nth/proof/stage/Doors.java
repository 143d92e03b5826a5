package nth.proof.stage;

import java.net.URI;
import java.util.List;

/**
 * Where the running system is reached from outside. The addresses stay the same whatever is killed
 * and started again inside.
 *
 * @param ingress one per instance, without a path
 * @param notifiers one per instance, without a path
 * @param bootstrapServers of the brokers, past every wire that may be cut
 * @param jdbcUrl of the audit database with its credentials, past every wire that may be cut
 * @param adminToken for the calls of an organiser
 */
public record Doors(
    List<URI> ingress,
    List<URI> notifiers,
    String bootstrapServers,
    String jdbcUrl,
    String adminToken) {}
