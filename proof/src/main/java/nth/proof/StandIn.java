package nth.proof;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import nth.contract.CommittedReads;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.Partitions;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.Topics;
import nth.contract.guarantees.GaplessNumbers;
import nth.contract.guarantees.History;
import nth.proof.stage.Doors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** A few people who enter one promotion per partition, one after the other without an end. */
final class StandIn implements Ordeal.Company {

  private static final int PARTITIONS = 2;
  private static final int WORKERS = 4;
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final long PAUSE_MS = 50;

  private final Doors doors;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final List<EventId> events;
  private final AtomicInteger people = new AtomicInteger();
  private final List<Accepted> accepted = new CopyOnWriteArrayList<>();
  private final List<Decided> decided = new CopyOnWriteArrayList<>();
  private volatile boolean running = true;
  private volatile boolean following = true;

  private record Accepted(Instant sent, Instant answered, Position position) {}

  private record Decided(Instant at, Position position, Result result) {}

  private StandIn(Doors doors) {
    this.doors = doors;
    String run = Long.toString(System.nanoTime(), 36);
    this.events = IntStream.range(0, PARTITIONS).mapToObj(p -> eventIn(p, run)).toList();
  }

  static StandIn arrive(Doors doors, Path folder) throws IOException, InterruptedException {
    StandIn people = new StandIn(doors);
    for (EventId event : people.events) {
      people.define(event);
    }
    people.start("follower", people::follow);
    for (int worker = 0; worker < WORKERS; worker++) {
      people.start("worker " + worker, people::enterForEver);
    }
    return people;
  }

  @Override
  public Optional<Instant> firstResultAfter(Instant moment, Duration limit)
      throws InterruptedException {
    Instant end = Instant.now().plus(limit);
    Optional<Instant> found = firstResultAfter(moment);
    while (found.isEmpty() && Instant.now().isBefore(end)) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      found = firstResultAfter(moment);
    }
    return found;
  }

  /** Somebody always waits here: every stretch without a decision counts. */
  @Override
  public Duration longestSilence(Instant since, Instant until) {
    return IntStream.range(0, PARTITIONS)
        .mapToObj(partition -> longestSilence(partition, since, until))
        .max(Duration::compareTo)
        .orElseThrow();
  }

  private Duration longestSilence(int partition, Instant since, Instant until) {
    Instant last = since;
    Duration longest = Duration.ZERO;
    for (Decided one : decided) {
      if (one.position().partition() == partition && one.at().isAfter(since)) {
        Instant at = one.at().isBefore(until) ? one.at() : until;
        Duration silence = Duration.between(last, at);
        longest = silence.compareTo(longest) > 0 ? silence : longest;
        last = at;
      }
    }
    Duration rest = Duration.between(last, until);
    return rest.compareTo(longest) > 0 ? rest : longest;
  }

  @Override
  public List<String> leave() throws InterruptedException {
    running = false;
    Instant end = Instant.now().plusSeconds(60);
    while (undecided() > 0 && Instant.now().isBefore(end)) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    }
    List<String> wrong =
        new ArrayList<>(new GaplessNumbers().violations(new History(results(), List.of())));
    if (undecided() > 0) {
      wrong.add(undecided() + " accepted entries were never decided");
    }
    return wrong;
  }

  int entries() {
    return accepted.size();
  }

  Duration longestGap() {
    List<Instant> answers = accepted.stream().map(Accepted::answered).sorted().toList();
    return IntStream.range(1, answers.size())
        .mapToObj(i -> Duration.between(answers.get(i - 1), answers.get(i)))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    running = false;
    following = false;
  }

  private List<Result> results() {
    return decided.stream().map(Decided::result).toList();
  }

  private long undecided() {
    var known =
        decided.stream().map(Decided::position).collect(java.util.stream.Collectors.toSet());
    return accepted.stream().filter(entry -> !known.contains(entry.position())).count();
  }

  private Optional<Instant> firstResultAfter(Instant moment) {
    Instant latest = moment;
    for (int partition = 0; partition < PARTITIONS; partition++) {
      Optional<Instant> here = firstResultAfter(moment, partition);
      if (here.isEmpty()) {
        return here;
      }
      latest = here.get().isAfter(latest) ? here.get() : latest;
    }
    return Optional.of(latest);
  }

  private Optional<Instant> firstResultAfter(Instant moment, int partition) {
    return accepted.stream()
        .filter(entry -> entry.sent().isAfter(moment))
        .map(Accepted::position)
        .filter(position -> position.partition() == partition)
        .map(Position::offset)
        .min(Long::compare)
        .flatMap(
            first ->
                decided.stream()
                    .filter(one -> one.position().partition() == partition)
                    .filter(one -> one.position().offset() >= first)
                    .map(Decided::at)
                    .findFirst());
  }

  private void follow() {
    var values = Topics.RESULTS.value().deserializer();
    Map<String, Object> base = Map.of("bootstrap.servers", doors.bootstrapServers());
    try (var consumer =
        new KafkaConsumer<byte[], byte[]>(
            CommittedReads.settings(base, Map.of("request.timeout.ms", 3000)))) {
      var all =
          IntStream.range(0, PARTITIONS)
              .mapToObj(p -> new TopicPartition(Topics.RESULTS.name(), p))
              .toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      while (following) {
        for (var record : consumer.poll(Duration.ofMillis(100))) {
          Result result = values.deserialize(record.topic(), record.value());
          decided.add(new Decided(Instant.now(), result.origin().position(), result));
        }
      }
    }
  }

  private void enterForEver() {
    try {
      while (running) {
        int number = people.incrementAndGet();
        enter(events.get(number % PARTITIONS), "person-" + number, number);
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** At one door, then at the other, until somebody accepts. */
  private void enter(EventId event, String user, int number) throws InterruptedException {
    for (int attempt = number / PARTITIONS; running; attempt++) {
      URI door = doors.ingress().get(attempt % doors.ingress().size());
      Instant sent = Instant.now();
      try {
        HttpResponse<String> answer =
            http.send(
                HttpRequest.newBuilder(door.resolve("/events/" + event + "/entries"))
                    .timeout(LIMIT)
                    .header("X-User-Id", user)
                    .header("Idempotency-Key", user)
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() == 202) {
          String position = Json.tolerant().readTree(answer.body()).get("position").asString();
          accepted.add(new Accepted(sent, Instant.now(), Position.parse(position)));
          return;
        }
      } catch (IOException nobodyThere) {
        // The other one, then.
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    }
  }

  private void define(EventId event) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(doors.ingress().get(0).resolve("/events/" + event))
            .header("Authorization", "Bearer " + doors.adminToken())
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(targets()))
            .build();
    int status = http.send(request, BodyHandlers.ofString()).statusCode();
    if (status != 201) {
      throw new IllegalStateException("PUT of a promotion was answered " + status);
    }
  }

  private static String targets() {
    List<Integer> all = IntStream.rangeClosed(1, 100).map(n -> n * 20).boxed().toList();
    return "{\"close_when_won\":false,\"targets\":" + all + "}";
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static EventId eventIn(int partition, String run) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> new EventId("stand-in-" + run + "-" + i))
        .filter(event -> Partitions.of(event, PARTITIONS) == partition)
        .findFirst()
        .orElseThrow();
  }
}
