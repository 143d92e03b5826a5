package nth.notifier;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.RefusalReason;
import nth.contract.Result;
import org.jspecify.annotations.Nullable;

/** Folds the results of one batch of one partition onto what the store holds. */
final class BatchFold {

  private final BoardStore store;
  private final int partition;
  private final Map<EventId, Standing> standings = new HashMap<>();
  private final Map<Subject.Person, Part> parts = new HashMap<>();
  private final Set<EventId> closed = new HashSet<>();
  private final Set<EventId> retired = new HashSet<>();
  private long decided;

  BatchFold(BoardStore store, int partition, Progress before) {
    this.store = store;
    this.partition = partition;
    this.decided = before.decided();
  }

  /**
   * @param offset of the result in {@code nth.results}
   */
  void add(Result result, long offset) {
    Position position = result.origin().position();
    if (position.partition() == partition) {
      decided = Math.max(decided, position.offset());
    }
    if (result.origin().isEffect()) {
      result.on(new At(offset));
    }
  }

  /** Writes what changed, and how far it goes, in one batch. */
  Progress commit(String topicId, long next) {
    Progress progress = new Progress(topicId, next, decided);
    try (BoardStore.Batch batch = new BoardStore.Batch()) {
      standings.forEach(batch::put);
      parts.forEach(batch::put);
      retired.forEach(batch::dropPeople);
      batch.put(partition, progress);
      store.write(batch);
    }
    return progress;
  }

  Changes changes() {
    Set<Subject> subjects = new HashSet<>(parts.keySet());
    standings.keySet().forEach(eventId -> subjects.add(new Subject.Promotion(eventId)));
    return new Changes(subjects, Set.copyOf(closed));
  }

  private @Nullable Standing standing(EventId eventId) {
    Standing known = standings.get(eventId);
    return known != null ? known : store.standing(eventId).orElse(null);
  }

  private Part part(Subject.Person person) {
    Part known = parts.get(person);
    return known != null ? known : store.part(person);
  }

  private void keep(@Nullable Standing before, Standing after) {
    if (after != before) {
      standings.put(after.view().eventId(), after);
    }
  }

  private void keep(Subject.Person person, Part before, Part after) {
    if (after != before) {
      parts.put(person, after);
    }
  }

  private final class At implements Result.Cases<Void> {

    private final long offset;

    At(long offset) {
      this.offset = offset;
    }

    @Override
    public @Nullable Void defined(Result.PromotionDefined result) {
      Standing before = standing(result.origin().eventId());
      keep(before, Standing.defined(before, result, offset));
      return null;
    }

    @Override
    public @Nullable Void numbered(Result.EntryNumbered result) {
      EventId eventId = result.origin().eventId();
      Subject.Person person = new Subject.Person(eventId, result.userId());
      Part part = part(person);
      keep(person, part, part.numbered(result, offset));
      Standing before = standing(eventId);
      if (before != null) {
        keep(before, before.numbered(result, offset));
      }
      return null;
    }

    @Override
    public @Nullable Void closed(Result.PromotionClosed result) {
      EventId eventId = result.origin().eventId();
      Standing before = standing(eventId);
      if (before != null && !before.isClosed()) {
        keep(before, before.closed(result, offset));
        closed.add(eventId);
      }
      return null;
    }

    @Override
    public @Nullable Void retired(Result.PromotionRetired result) {
      EventId eventId = result.origin().eventId();
      Standing before = standing(eventId);
      if (before != null && before.isClosed()) {
        keep(before, before.retired(result));
        retired.add(eventId);
      }
      return null;
    }

    @Override
    public @Nullable Void refused(Result.Refused result) {
      // What a retired promotion refuses is told to everybody alike, and nobody is remembered.
      if (result.userId() != null && result.reason() != RefusalReason.RETIRED) {
        Subject.Person person = new Subject.Person(result.origin().eventId(), result.userId());
        Part part = part(person);
        keep(person, part, part.refused(result, offset));
      }
      return null;
    }
  }
}
