package nth.proof.crowd;

import java.util.function.Consumer;
import java.util.function.Predicate;
import nth.contract.EventId;

/**
 * Who and what is needed for a promotion.
 *
 * @param opened is told of every promotion that is defined
 * @param ended whether the committed results say that it was closed
 */
record Crew(
    Habits habits,
    Visitors visitors,
    Organiser organiser,
    Journal journal,
    Consumer<Show> opened,
    Predicate<EventId> ended) {}
