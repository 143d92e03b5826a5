package nth.notifier;

import java.util.Set;
import nth.contract.EventId;

/**
 * What a batch of results changed.
 *
 * @param closed promotions whose closing concerns everybody who listens to them
 */
record Changes(Set<Subject> subjects, Set<EventId> closed) {}
