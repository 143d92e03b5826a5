package nth.proof.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.Winner;
import nth.contract.guarantees.History.WinnerRecord;
import nth.proof.crowd.Attempt;
import nth.proof.crowd.Comparison;
import nth.proof.crowd.Journal;
import nth.proof.crowd.Polled;
import nth.proof.crowd.Sightings;
import nth.proof.crowd.Watched;
import nth.proof.stage.Doors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Compares what people did and saw with what the topics and the database say in the end. */
public final class Verdict {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LOOK_MS = 200;

  /**
   * @param results committed in all
   * @param numbered original numbers in this crowd's promotions
   * @param winners distinct, in all
   */
  public record Outcome(Findings findings, long results, long numbered, long winners) {}

  private final Evidence evidence;
  private final Doors doors;
  private final LogReading reading;
  private final Findings findings = new Findings();
  private final Map<EventId, List<WinnerRecord>> winners = new TreeMap<>();
  private final Map<EventId, PromotionView> views = new TreeMap<>();

  private Verdict(Evidence evidence, Doors doors) {
    this.evidence = evidence;
    this.doors = doors;
    this.reading = new LogReading(doors.bootstrapServers());
  }

  /**
   * Judges a crowd that has left a system that is whole again.
   *
   * @param folder for a copy of the results while they are read
   * @throws IllegalStateException if the topics or the database cannot be read
   */
  public static Outcome reach(Evidence evidence, Doors doors, Path folder)
      throws InterruptedException {
    Verdict verdict = new Verdict(evidence, doors);
    try (LogCopy copy = new LogCopy(folder)) {
      return verdict.reach(copy);
    }
  }

  private Outcome reach(LogCopy copy) throws InterruptedException {
    evidence
        .follower()
        .fault()
        .ifPresent(
            fault -> findings.add("crowd", "the results were not followed to the end: " + fault));
    findings.addAll("crowd", evidence.faults());
    readResults(copy);
    reading.read(Topics.WINNERS, this::takeWinner);
    reading.read(Topics.PROMOTIONS, this::takeView);
    long numbered = judgePages(copy);
    judgeMirror();
    long distinct =
        winners.values().stream()
            .flatMap(List::stream)
            .map(record -> record.winner().dedupId())
            .distinct()
            .count();
    return new Outcome(findings, copy.count(), numbered, distinct);
  }

  private void readResults(LogCopy copy) {
    Map<Integer, Long> waitingFor = new HashMap<>(evidence.journal().lastAccepted());
    Sightings sightings = evidence.follower().sightings();
    // Taken before the end of the log is asked for, so that all of it must be read.
    Map<Integer, Comparison> seen =
        sightings.partitions().boxed().collect(toMap(p -> p, sightings::compare));
    reading.read(
        Topics.RESULTS,
        record -> {
          copy.add(record);
          int partition = record.partition();
          if (seen.containsKey(partition)) {
            changed(partition, seen.get(partition).at(record.offset(), record.value()));
          }
          long command = command(record);
          waitingFor.computeIfPresent(
              partition, (p, awaited) -> command >= awaited ? null : awaited);
        },
        waitingFor::isEmpty,
        PATIENCE);
    copy.seal();
    seen.forEach((partition, comparison) -> changed(partition, comparison.upTo(Long.MAX_VALUE)));
    findings.addAll("K3", sightings.contradictions());
    waitingFor.forEach(this::neverDecided);
  }

  private void changed(int partition, List<String> sentences) {
    sentences.forEach(
        sentence -> findings.add("K3", "in partition " + partition + ", " + sentence));
  }

  private void neverDecided(int partition, long awaited) {
    findings.add(
        "K3",
        "nothing up to %d-%d, which was accepted, was decided within %d s"
            .formatted(partition, awaited, PATIENCE.toSeconds()));
  }

  private static long command(ConsumerRecord<byte[], byte[]> record) {
    String position = Headers.text(record.headers(), Headers.POSITION);
    return position == null ? -1 : Position.parse(position).offset();
  }

  private void takeWinner(ConsumerRecord<byte[], byte[]> record) {
    Winner winner = value(Topics.WINNERS, record);
    String dedupId = String.valueOf(Headers.text(record.headers(), Headers.DEDUP_ID));
    winners
        .computeIfAbsent(winner.eventId(), e -> new ArrayList<>())
        .add(new WinnerRecord(dedupId, new String(record.value(), UTF_8), winner));
  }

  private void takeView(ConsumerRecord<byte[], byte[]> record) {
    PromotionView view = value(Topics.PROMOTIONS, record);
    PromotionView before = views.put(view.eventId(), view);
    boolean wasClosed = before != null && before.phase() == PromotionView.Phase.CLOSED;
    if (wasClosed && !view.equals(before) && !isRetirement(before, view)) {
      findings.add("K2", view.eventId() + " was closed on nth.promotions and changed");
    }
  }

  private static boolean isRetirement(PromotionView before, PromotionView view) {
    return !before.isRetired()
        && view.retiredAt() != null
        && view.equals(before.retired(view.retiredAt(), Objects.requireNonNull(view.retiredBy())));
  }

  private static <V> V value(Topic<V> topic, ConsumerRecord<byte[], byte[]> record) {
    return topic.value().deserializer().deserialize(topic.name(), record.value());
  }

  /** Returns how many numbers this crowd got. */
  private long judgePages(LogCopy copy) {
    Journal journal = evidence.journal();
    List<Journal.Opened> promotions = journal.promotions();
    List<int[]> rows = journal.byPromotion();
    var watched = evidence.watched().stream().collect(groupingBy(Watched::promotion));
    var polled = evidence.polled().stream().collect(groupingBy(Polled::promotion));
    long numbered = 0;
    for (int i = 0; i < promotions.size(); i++) {
      List<Attempt> attempts = IntStream.of(rows.get(i)).mapToObj(journal::get).toList();
      Page page =
          page(
              copy,
              promotions.get(i).id(),
              new Page.People(
                  promotions.get(i),
                  attempts,
                  watched.getOrDefault(i, List.of()),
                  polled.getOrDefault(i, List.of())));
      judge(page, findings);
      numbered += page.numbered();
    }
    judgeOthers(copy, promotions);
    return numbered;
  }

  /** Of a promotion that is not of this crowd the topics alone can be judged. */
  private void judgeOthers(LogCopy copy, List<Journal.Opened> promotions) {
    List<EventId> known = promotions.stream().map(Journal.Opened::id).toList();
    for (EventId event : copy.events()) {
      if (!known.contains(event)) {
        var nobody =
            new Page.People(new Journal.Opened(event, -1, -1), List.of(), List.of(), List.of());
        Page page = page(copy, event, nobody);
        LogHolds.judge(page, findings);
      }
    }
  }

  private Page page(LogCopy copy, EventId event, Page.People people) {
    Page.Log log =
        new Page.Log(copy.results(event), winners.getOrDefault(event, List.of()), views.get(event));
    return new Page(event, log, people);
  }

  static void judge(Page page, Findings findings) {
    LogHolds.judge(page, findings);
    if (page.people().opened().definedAt() >= 0
        && page.definitionBefore(Long.MAX_VALUE).isEmpty()) {
      findings.add("K3", page.event() + " was answered to be defined and is not");
    }
    Check.ALL.forEach(check -> findings.addAll(check.id(), check.violations(page)));
  }

  private void judgeMirror() throws InterruptedException {
    List<Winner> won =
        winners.values().stream().flatMap(List::stream).map(WinnerRecord::winner).toList();
    List<PromotionView> closed =
        views.values().stream().filter(v -> v.phase() == PromotionView.Phase.CLOSED).toList();
    Mirror must = Mirror.of(won, closed);
    long until = System.nanoTime() + PATIENCE.toNanos();
    List<String> differences = differences(must, until);
    while (!differences.isEmpty() && System.nanoTime() < until) {
      Thread.sleep(LOOK_MS);
      differences = differences(must, until);
    }
    findings.addAll("K5", differences);
  }

  private List<String> differences(Mirror must, long until) {
    try {
      return Mirror.read(doors.jdbcUrl()).differences(must);
    } catch (SQLException e) {
      if (System.nanoTime() < until) {
        return List.of("the audit database cannot be read: " + e.getMessage());
      }
      throw new IllegalStateException("the audit database cannot be read", e);
    }
  }
}
