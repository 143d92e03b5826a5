package nth.local;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.toMap;
import static nth.contract.fixtures.People.ALICE;
import static nth.contract.fixtures.People.BOB;
import static nth.contract.fixtures.People.CHARLIE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.guarantees.Guarantee;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With tracing on: a real process, real entries, and a collector of our own. */
class ITTracing {

  private static final String ENTRY = "http post /events/{eventId}/entries";
  private static final String CALLERS_TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CALLERS = "00-" + CALLERS_TRACE + "-b7ad6b7169203331-01";

  private static final UserId DORA = new UserId("dora");

  @TempDir Path folder;
  private final Collector collector = new Collector();
  private LocalProcess local;

  @BeforeEach
  void start() {
    local = new LocalProcess(folder.resolve("data"));
    local.start(
        "--nth.admin.token=" + LocalProcess.ADMIN_TOKEN,
        "--nth.webhook.url=" + collector.hook(),
        "--nth.webhook.secrets=whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
        "--logging.structured.format.console=ecs",
        "--management.tracing.export.enabled=true",
        "--management.tracing.sampling.probability=1",
        "--management.opentelemetry.tracing.export.schedule-delay=100ms",
        "--management.opentelemetry.tracing.export.otlp.endpoint=" + collector.traces());
    local.awaitReady();
  }

  @AfterEach
  void stop() throws Exception {
    local.close();
    collector.close();
  }

  @Test
  void oneWin_isOneTrace_andACollectorThatHangsHoldsUpNothing() {
    Shop shop = local.shop();
    EventId event = shop.defined("traced", "{\"targets\":[1,3]}");
    shop.enter(event, ALICE, "traceparent", CALLERS, "baggage", "who=me", "b3", "1");

    Map<String, String> parents =
        await()
            .atMost(Shop.LIMIT)
            .until(() -> parents(collector.traceOf(ENTRY)), found -> found.size() == 8);

    assertThat(parents)
        .isEqualTo(
            Map.of(
                ENTRY,
                "",
                "nth.entries send",
                ENTRY,
                "nth.entries decide",
                "nth.entries send",
                "nth.results take in",
                "nth.entries decide",
                "nth.winners process nth-audit",
                "nth.entries decide",
                "nth.winners process nth-webhooks",
                "nth.entries decide",
                "nth.promotions process nth-audit",
                "nth.entries decide",
                "nth.promotions process nth-webhooks",
                "nth.entries decide"));
    assertThat(collector.spans()).noneMatch(span -> span.getName().contains("actuator"));
    assertThat(collector.spans()).noneMatch(span -> Collector.trace(span).equals(CALLERS_TRACE));
    Stream.of(Topics.ENTRIES, Topics.RESULTS, Topics.WINNERS, Topics.PROMOTIONS)
        .forEach(this::isTraced);
    assertThat(collector.hasReceived(ALICE.value())).isFalse();
    refusedRow_isTold_withoutWhatStandsInIt(shop);

    collector.hang();
    shop.enter(event, BOB);
    shop.enter(event, CHARLIE);
    assertThat(shop.decided(event, List.of(BOB, CHARLIE)))
        .extracting(answer -> answer.number("seq"))
        .containsExactly(2L, 3L);
    Guarantee.assertAllHold(local.books().history());
    putWhatNobodyCanRead();
    await()
        .atMost(Shop.LIMIT)
        .untilAsserted(
            () ->
                assertThat(JsonLines.of(local.output()))
                    .filteredOn(line -> line.toString().contains(CALLERS_TRACE))
                    .extracting(line -> line.path("message").asString())
                    .anyMatch(message -> message.contains("cannot read nth.winners at")));
    local.interrupt();
    assertThat(local.awaitExit()).isIn(0, 130);
    JsonLines.of(local.output());
  }

  /** By a trigger: it speaks of the row as Postgres itself does, and it is tried again. */
  private void refusedRow_isTold_withoutWhatStandsInIt(Shop shop) {
    execute(
        """
        create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'Failing row contains %', new.user_id; end $$;
        create trigger refusal before insert on nth_winner for each row execute function refuse();
        """);
    shop.enter(shop.defined("refused", "{\"targets\":[1]}"), DORA);

    Span refused =
        await().atMost(Shop.LIMIT).until(this::failed, Optional::isPresent).orElseThrow();

    assertThat(refused.getName()).isEqualTo("nth.winners process");
    assertThat(refused.getStatus().getMessage()).isEmpty();
    assertThat(refused.getEventsList())
        .flatExtracting(Span.Event::getAttributesList)
        .extracting(KeyValue::getKey)
        .containsOnly("exception.type");
    assertThat(collector.hasReceived(DORA.value())).isFalse();
    execute("drop trigger refusal on nth_winner");
    await().atMost(Shop.LIMIT).until(() -> local.books().mirrored().size() == 2);
  }

  private Optional<Span> failed() {
    return collector.spans().stream()
        .filter(span -> span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR)
        .findFirst();
  }

  private void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(local.jdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As if it had come of a request that is traced. */
  private void putWhatNobodyCanRead() {
    Map<String, Object> config = Map.of("bootstrap.servers", local.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      var record = new ProducerRecord<>(Topics.WINNERS.name(), 0, "key", "\u001b[31m\r\n{");
      record.headers().add(Headers.TRACE, CALLERS.getBytes(US_ASCII));
      producer.send(record);
    }
  }

  /** Of each span the name of the one it belongs to, if it belongs to one. */
  private static Map<String, String> parents(List<Span> trace) {
    Map<ByteString, String> names =
        trace.stream().collect(toMap(Span::getSpanId, Collector::fullName));
    return trace.stream()
        .collect(
            toMap(Collector::fullName, span -> names.getOrDefault(span.getParentSpanId(), "")));
  }

  private void isTraced(Topic<?> topic) {
    assertThat(local.books().records(topic))
        .as(topic.name())
        .isNotEmpty()
        .allMatch(record -> Headers.text(record.headers(), Headers.TRACE) != null);
  }
}
