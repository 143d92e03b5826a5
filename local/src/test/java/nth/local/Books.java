package nth.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.PlacedWinner;
import nth.contract.Position;
import nth.contract.PromotionView;
import nth.contract.RequestId;
import nth.contract.Result;
import nth.contract.Seq;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.UserId;
import nth.contract.Winner;
import nth.contract.guarantees.History;
import nth.contract.guarantees.History.WinnerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What is written down of everything that happened: the topics and the audit database. */
final class Books {

  private static final String NO_SUCH_TABLE = "42P01";

  private final String bootstrapServers;
  private final String jdbcUrl;

  Books(String bootstrapServers, String jdbcUrl) {
    this.bootstrapServers = bootstrapServers;
    this.jdbcUrl = jdbcUrl;
  }

  History history() {
    List<WinnerRecord> winners =
        records(Topics.WINNERS).stream()
            .map(
                record ->
                    new WinnerRecord(
                        Headers.text(record.headers(), Headers.DEDUP_ID),
                        new String(record.value(), UTF_8),
                        value(Topics.WINNERS, record)))
            .toList();
    return new History(results(), winners);
  }

  List<Result> results() {
    return records(Topics.RESULTS).stream().map(r -> value(Topics.RESULTS, r)).toList();
  }

  List<Result> results(EventId event) {
    return results().stream().filter(r -> r.origin().eventId().equals(event)).toList();
  }

  /** By dedup_id. */
  Map<String, Winner> published() {
    return history().winners().stream()
        .map(WinnerRecord::winner)
        .collect(toMap(Winner::dedupId, w -> w, (first, again) -> first, TreeMap::new));
  }

  /** By dedup_id, as the audit database has them; it has no table before the mirror found it. */
  Map<String, Winner> mirrored() {
    Map<String, Winner> winners = new TreeMap<>();
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        ResultSet row =
            connection.createStatement().executeQuery("select * from nth_winner order by 1")) {
      while (row.next()) {
        winners.put(row.getString("dedup_id"), winner(row));
      }
    } catch (SQLException e) {
      if (!NO_SUCH_TABLE.equals(e.getSQLState())) {
        throw new IllegalStateException(e);
      }
    }
    return winners;
  }

  /** By event, everything that a closing says. */
  Map<String, List<String>> closings() {
    Map<String, List<String>> closings = new TreeMap<>();
    records(Topics.PROMOTIONS).stream()
        .map(record -> value(Topics.PROMOTIONS, record))
        .filter(view -> view.phase() == PromotionView.Phase.CLOSED)
        .forEach(view -> closings.put(view.eventId().value(), closing(view)));
    return closings;
  }

  private static List<String> closing(PromotionView view) {
    return List.of(
        view.cause().wire(),
        view.closedAt().toString(),
        view.totalEntries().toString(),
        Json.strict().valueToTree(view.winners()).toString(),
        view.position().toString(),
        view.dedupId());
  }

  /** The same, as the audit database has it. */
  Map<String, List<String>> mirroredClosings() {
    Map<String, List<String>> closings = new TreeMap<>();
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        ResultSet row = connection.createStatement().executeQuery("select * from nth_closing")) {
      while (row.next()) {
        closings.put(
            row.getString("event_id"),
            List.of(
                row.getString("cause"),
                instant(row, "closed_at").toString(),
                row.getString("total_entries"),
                sorted(row.getString("winners")),
                row.getString("position"),
                row.getString("dedup_id")));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return closings;
  }

  /** Postgres keeps the members of its JSON in an order of its own. */
  private static String sorted(String winners) {
    List<PlacedWinner> read = Json.strict().readerForListOf(PlacedWinner.class).readValue(winners);
    return Json.strict().valueToTree(read).toString();
  }

  private static Winner winner(ResultSet row) throws SQLException {
    return new Winner(
        new EventId(row.getString("event_id")),
        new Seq(row.getLong("seq")),
        new UserId(row.getString("user_id")),
        new RequestId(row.getString("request_id")),
        instant(row, "requested_at"),
        instant(row, "determined_at"),
        Position.parse(row.getString("position")));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  /** Everything committed on the topic so far. */
  List<ConsumerRecord<byte[], byte[]>> records(Topic<?> topic) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
    try (var consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          IntStream.range(0, consumer.partitionsFor(topic.name()).size())
              .mapToObj(p -> new TopicPartition(topic.name(), p))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
      return records;
    }
  }

  void assertNoDeadLetters() {
    assertThat(records(Topics.DEAD_LETTERS)).isEmpty();
  }

  private static <V> V value(Topic<V> topic, ConsumerRecord<byte[], byte[]> record) {
    return topic.value().deserializer().deserialize(topic.name(), record.value());
  }
}
