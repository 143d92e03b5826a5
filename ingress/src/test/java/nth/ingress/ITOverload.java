package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import nth.contract.Command.SubmitEntry;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.contract.fixtures.BrokerWire;
import nth.contract.fixtures.People;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.ingress.Door.Answer;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the door says of entries whose acknowledgements do not come, against the log. */
class ITOverload {

  private static final int AT_MOST = 20;

  private static RealBroker broker;
  private static BrokerWire wire;
  private static OtherParty sequencer;
  private static Door door;

  @BeforeAll
  static void open() {
    broker = RealParts.broker();
    wire = new BrokerWire(broker);
    OtherParty.createTopics(broker);
    sequencer = new OtherParty(broker);
    door = Door.open(wire, "--nth.ingress.max-in-flight=" + AT_MOST, "--nth.rate-limit.burst=100");
    await().atMost(OtherParty.LIMIT).until(door::ready);
  }

  @AfterAll
  static void close() {
    door.close();
    sequencer.close();
    wire.close();
    broker.close();
  }

  private static EventId shown(String name) {
    EventId event = new EventId(name);
    sequencer.show(Views.open(event));
    await()
        .atMost(OtherParty.LIMIT)
        .until(() -> door.ask(door.entry(event, People.ALICE)).status() == 202);
    sequencer.rest();
    return event;
  }

  @Test
  @Tag("O-16")
  void beyondTheLimit_nothingIsHandedOver_howeverLongTheBrokerIsSilent() {
    EventId event = shown("overload");
    wire.freeze();
    Map<String, List<UserId>> told = rush(event, "first");
    Map<String, List<UserId>> later = rush(event, "later");
    wire.heal();
    await()
        .atMost(OtherParty.LIMIT)
        .until(() -> door.ask(door.entry(event, People.BOB)).status() == 202);

    assertThat(told.keySet()).isEqualTo(Set.of("503 unavailable", "503 outcome_unknown"));
    assertThat(told.get("503 outcome_unknown")).hasSizeLessThanOrEqualTo(AT_MOST);
    Set<UserId> mayBeThere =
        Stream.of(told, later)
            .flatMap(answers -> answers.getOrDefault("503 outcome_unknown", List.of()).stream())
            .collect(Collectors.toSet());
    mayBeThere.add(People.BOB);
    assertThat(mayBeThere).containsAll(users(sequencer.rest()));
  }

  private static Map<String, List<UserId>> rush(EventId event, String name) {
    List<UserId> crowd =
        IntStream.range(0, 5 * AT_MOST).mapToObj(i -> new UserId(name + "-" + i)).toList();
    Map<UserId, CompletableFuture<Answer>> answers =
        crowd.stream()
            .collect(Collectors.toMap(Function.identity(), u -> door.asking(door.entry(event, u))));
    return crowd.stream().collect(Collectors.groupingBy(user -> answers.get(user).join().gist()));
  }

  private static List<UserId> users(List<OtherParty.Received> log) {
    return log.stream().map(r -> ((SubmitEntry) r.command()).userId()).toList();
  }

  @Test
  @Tag("O-18")
  void acknowledgementsThatGetLost_areSaidToBeUnknown_andRetriesArePlain() {
    EventId event = shown("unknown");
    wire.swallowRepliesTo(ApiKeys.PRODUCE);
    List<Answer> attempts = new ArrayList<>();
    attempts.add(door.ask(entry(event, "same")));
    attempts.add(door.ask(entry(event, "same")));
    wire.heal();
    await()
        .atMost(OtherParty.LIMIT)
        .until(
            () -> {
              attempts.add(door.ask(entry(event, "same")));
              return attempts.get(attempts.size() - 1).status() == 202;
            });
    attempts.add(door.ask(entry(event, "other")));

    assertThat(wire.swallowed()).isPositive();
    assertThat(attempts.get(0).gist()).isEqualTo("503 outcome_unknown");
    assertThat(attempts.get(0).member("detail")).contains("Repeat it with the same");
    Map<String, SubmitEntry> log = byPosition();
    assertThat(attempts).allSatisfy(answer -> assertThat(isTrue(answer, log)).isTrue());
    // The first was there all the time, and no attempt is there more than once.
    long unknown = attempts.stream().filter(a -> a.gist().equals("503 outcome_unknown")).count();
    assertThat(log).hasSizeBetween(3, 2 + (int) unknown);
    assertThat(log.values())
        .allMatch(entry -> entry.userId().equals(People.CHARLIE))
        .filteredOn(entry -> entry.requestId().value().equals("other"))
        .hasSize(1);
  }

  private static HttpRequest.Builder entry(EventId event, String key) {
    return door.entry(event, People.CHARLIE).header("Idempotency-Key", key);
  }

  private static Map<String, SubmitEntry> byPosition() {
    return sequencer.rest().stream()
        .collect(
            Collectors.toMap(
                received -> received.position().toString(),
                received -> (SubmitEntry) received.command()));
  }

  private static boolean isTrue(Answer answer, Map<String, SubmitEntry> log) {
    SubmitEntry entry = log.get(answer.member("position"));
    return answer.status() == 503
        || entry != null && entry.requestId().value().equals(answer.member("request_id"));
  }
}
