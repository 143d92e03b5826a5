package nth.sequencer.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import nth.contract.fixtures.RealParts;
import nth.sequencer.webhook.Receiver.Got;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Killed with SIGKILL behind each step; nothing is lost, and what comes again is the same. */
class ITWebhookCrashes {

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String EVENT = "opening";

  @TempDir private Path folder;

  // O-65
  @Test
  void killedBehindEachStep_everythingIsTold_inOrder_withTheSameBytes() throws Exception {
    try (RealBroker broker = RealParts.broker();
        RealDatabase database = RealParts.database();
        Receiver receiver = new Receiver();
        Happenings log = new Happenings(broker.bootstrapServers())) {
      var books = new WebhookBooks(database);
      log.commit(Happenings.win(EVENT, 1));
      log.commit(Happenings.win(EVENT, 2));
      log.commit(Happenings.closing(EVENT, 1, 2));
      List<String> left = new ArrayList<>();
      for (Step step : Step.values()) {
        try (var process = start(broker, database, receiver, step.name())) {
          await(step.name())
              .atMost(LIMIT)
              .failFast(() -> assertThat(process.isAlive()).as(process.output()).isTrue())
              .until(() -> process.output().contains(WebhooksUnderTest.HALTED + step));
          process.kill9();
        }
        // What it had claimed is nobody's soon; the test need not wait for that.
        books.run("update nth_webhook.notice set next_attempt_at = now()");
        left.add(
            "%s: the first %s, %s"
                .formatted(
                    step,
                    books.states(EVENT).get(0),
                    receiver.of(EVENT).isEmpty() ? "not sent" : "sent"));
      }
      assertThat(left)
          .containsExactly(
              "ENTERED: the first pending, not sent",
              "COMMITTED: the first pending, not sent",
              "CLAIMED: the first pending, not sent",
              "ANSWERED: the first pending, sent",
              "SETTLED: the first delivered, sent");

      try (var process = start(broker, database, receiver, "")) {
        await()
            .atMost(LIMIT)
            .until(
                () ->
                    process.isAlive()
                        && books
                            .states(EVENT)
                            .equals(List.of("delivered", "delivered", "delivered")));
      }
      assertThat(receiver.order(EVENT))
          .containsExactly(
              Happenings.id(EVENT, 1), Happenings.id(EVENT, 2), Happenings.closingId(EVENT));
      // What was answered and not noted came again.
      assertThat(receiver.of(EVENT)).hasSizeGreaterThanOrEqualTo(4);
      assertThat(receiver.of(EVENT).stream().map(Got::body).distinct()).hasSize(3);
    }
  }

  private JavaProcess start(
      RealBroker broker, RealDatabase database, Receiver receiver, String halt) {
    Map<String, String> environment = new TreeMap<>();
    WebhooksUnderTest.settings(broker, database, receiver)
        .forEach(
            (key, value) ->
                environment.put(
                    key.toUpperCase(Locale.ROOT).replace('.', '_').replace("-", ""), value));
    // An attempt that a busy machine gives up too soon would be another case.
    environment.put("NTH_WEBHOOK_TIMEOUT", "30s");
    environment.put(WebhooksUnderTest.HALT, halt);
    return JavaProcess.start(
        List.of("-cp", System.getProperty("java.class.path"), WebhooksUnderTest.class.getName()),
        environment,
        folder.resolve("webhooks-" + halt + ".log"));
  }
}
