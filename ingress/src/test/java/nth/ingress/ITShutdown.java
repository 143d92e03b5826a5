package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import nth.contract.Command.SubmitEntry;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.fixtures.BrokerWire;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes under load that are told to stop. More rounds with {@code -Dnth.ordeal.rounds=20}. */
@Tag("O-17")
class ITShutdown {

  private static final EventId EVENT = new EventId("shutdown");
  private static final int ROUNDS = Integer.getInteger("nth.ordeal.rounds", 3);
  private static final int CLIENTS = 20;
  private static final int UNDER_WAY = 300;

  @TempDir static Path folder;
  private static RealBroker broker;
  private static BrokerWire wire;
  private static OtherParty sequencer;

  @BeforeAll
  static void open() {
    broker = RealParts.broker();
    wire = new BrokerWire(broker);
    OtherParty.createTopics(broker);
    sequencer = new OtherParty(broker);
    sequencer.show(Views.open(EVENT));
  }

  @AfterAll
  static void close() {
    sequencer.close();
    wire.close();
    broker.close();
  }

  /** In every third round the broker's replies are slow. */
  @Test
  void whatWasAnswered202_isInTheLog_howeverOftenTheDoorClosesUnderLoad() {
    wire.delay(Duration.ofMillis(200));
    List<IngressProcess> doors =
        IntStream.range(0, ROUNDS)
            .mapToObj(i -> i % 3 == 2 ? wire : broker)
            .map(reached -> new IngressProcess(reached.bootstrapServers(), folder))
            .toList();
    try {
      doors.forEach(ITShutdown::stopUnderLoad);
    } finally {
      doors.forEach(IngressProcess::close);
    }
  }

  private static void stopUnderLoad(IngressProcess door) {
    Load load = new Load(door.untilReady());
    await().atMost(OtherParty.LIMIT).until(() -> load.accepted.size() > UNDER_WAY);

    door.process().terminate();

    // 143 is 128 and the number of SIGTERM; JavaProcess bounds the wait.
    assertThat(door.process().awaitExit()).as(door.process().output()).isIn(0, 143);
    load.untilOver();
    assertThat(load.statuses).isSubsetOf(202, 503);
    assertThat(inTheLog()).containsAllEntriesOf(load.accepted);
    assertThat(door.process().output()).doesNotContain("not acknowledged");
  }

  private static Map<String, String> inTheLog() {
    return sequencer.rest().stream()
        .collect(
            Collectors.toMap(
                received -> received.position().toString(),
                received -> ((SubmitEntry) received.command()).userId().value()));
  }

  /** Clients that enter one after the other until nobody answers. */
  private static final class Load {
    /** Users by the position they were told. */
    final Map<String, String> accepted = new ConcurrentHashMap<>();

    final Set<Integer> statuses = ConcurrentHashMap.newKeySet();
    private final URI entries;
    private final List<Thread> clients;

    Load(IngressProcess door) {
      entries = door.address().resolve("/events/" + EVENT + "/entries");
      clients =
          IntStream.range(0, CLIENTS)
              .mapToObj(i -> new Thread(() -> enter(entries.getPort() + "-" + i)))
              .toList();
      clients.forEach(Thread::start);
    }

    private void enter(String client) {
      HttpClient http = HttpClient.newHttpClient();
      for (int i = 0; ; i++) {
        String user = client + "-" + i;
        try {
          HttpResponse<String> answer = http.send(entry(user), BodyHandlers.ofString());
          statuses.add(answer.statusCode());
          if (answer.statusCode() == 202) {
            accepted.put(Json.strict().readTree(answer.body()).path("position").asString(), user);
          }
        } catch (ConnectException nobodyListens) {
          return;
        } catch (IOException closed) {
          // This connection was closed before it brought an answer; another may still be taken.
          Thread.yield();
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    private HttpRequest entry(String user) {
      return HttpRequest.newBuilder(entries)
          .header("X-User-Id", user)
          .timeout(Duration.ofSeconds(20))
          .POST(BodyPublishers.noBody())
          .build();
    }

    void untilOver() {
      clients.forEach(client -> await().atMost(OtherParty.LIMIT).until(() -> !client.isAlive()));
    }
  }
}
