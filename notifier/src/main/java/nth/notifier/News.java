package nth.notifier;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import nth.contract.EventId;

/**
 * Marks of what is to be told. Whoever has news only leaves a mark, so marks of the same subject
 * become one telling. What is marked while marks are taken is either among them or stays marked.
 */
final class News {

  private final Set<Subject> prompt = ConcurrentHashMap.newKeySet();
  private final Set<Subject> paced = ConcurrentHashMap.newKeySet();
  private final Set<EventId> closings = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean announced = new AtomicBoolean();

  /** What could not be told yet; of the telling thread only. */
  private final Set<Subject> owed = new HashSet<>();

  /**
   * @return whether there is something that does not wait for the beat, and nobody was told so yet
   */
  boolean mark(Changes changes, Predicate<Subject> isListenedTo) {
    for (Subject subject : changes.subjects()) {
      if (isListenedTo.test(subject)) {
        (subject.isPaced() ? paced : prompt).add(subject);
      }
    }
    closings.addAll(changes.closed());
    return !(prompt.isEmpty() && closings.isEmpty()) && announced.compareAndSet(false, true);
  }

  /** For the next beat. */
  void markOutdated(Subject subject) {
    paced.add(subject);
  }

  /**
   * @param listenedTo all of them, which a closing concerns
   */
  Set<Subject> takePrompt(Collection<Subject> listenedTo) {
    announced.set(false);
    Set<EventId> closed = drained(closings);
    Set<Subject> all = new LinkedHashSet<>();
    if (!closed.isEmpty()) {
      listenedTo.stream().filter(subject -> closed.contains(subject.eventId())).forEach(all::add);
    }
    all.addAll(drained(prompt));
    return all;
  }

  Set<Subject> takePacedAndOwed() {
    Set<Subject> all = new LinkedHashSet<>(owed);
    all.addAll(drained(paced));
    return all;
  }

  /**
   * @return whether it was not owed before
   */
  boolean owe(Subject subject) {
    return owed.add(subject);
  }

  void told(Subject subject) {
    owed.remove(subject);
  }

  private static <T> Set<T> drained(Set<T> marks) {
    Set<T> taken = Set.copyOf(marks);
    marks.removeAll(taken);
    return taken;
  }
}
