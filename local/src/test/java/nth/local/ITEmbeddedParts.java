package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Broker and database of {@code local}, seen from outside its process. */
class ITEmbeddedParts {

  @TempDir Path folder;

  @Test
  @Tag("O-11")
  @Tag("O-73")
  void killedTwice_keepsItsIdentityAndItsData() throws Exception {
    try (LocalProcess local = new LocalProcess(folder.resolve("data"))) {
      local.start().awaitReady();
      String clusterId = clusterId(local);
      createTopicAndTable(local);

      for (int kills = 1; kills <= 2; kills++) {
        write(local, "entry-" + kills);
        local.kill9();
        assertThat(postmaster().isAlive()).as("Postgres outlives the JVM").isTrue();
        local.start().awaitReady();
      }

      assertThat(clusterId(local)).isEqualTo(clusterId);
      assertThat(records(local)).containsExactly("entry-1", "entry-2");
      assertThat(query(local.jdbcUrl(), "select entry from kept order by entry"))
          .containsExactly("entry-1", "entry-2");
    }
  }

  @Test
  @Tag("O-10")
  void secondCopyOnOneFolder_isRefused_andTheFirstGoesOn() throws Exception {
    try (LocalProcess first = new LocalProcess(folder.resolve("data"));
        LocalProcess second = new LocalProcess(folder.resolve("data"))) {
      first.start().awaitReady();

      assertThat(second.start().awaitExit()).isEqualTo(1);

      assertThat(second.output())
          .contains("Another nth already runs on the data folder " + folder.resolve("data"))
          .doesNotContain("\tat ");
      first.awaitReady();
      assertThat(query(first.jdbcUrl(), "show fsync")).containsExactly("on");
      assertThat(query(first.jdbcUrl(), "show synchronous_commit")).containsExactly("on");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"server.port", "nth.local.kafka-port", "nth.local.postgres-port"})
  @Tag("O-72")
  void takenPort_isOneLineThatNamesPortAndSetting(String setting) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(Ports.HOST));
        LocalProcess local = new LocalProcess(folder.resolve("data"))) {

      local.start("--" + setting + "=" + taken.getLocalPort());

      assertThat(local.awaitExit()).isEqualTo(1);
      assertThat(local.output())
          .contains("Port " + taken.getLocalPort() + " is taken; " + setting + " names it.")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void interrupted_endsCleanly_andTakesPostgresWithIt() throws IOException {
    try (LocalProcess local = new LocalProcess(folder.resolve("data"))) {
      local.start().awaitReady();
      ProcessHandle postmaster = postmaster();
      int saidBefore = local.output().length();

      assertThat(local.interrupt().awaitExit()).isIn(0, 130);

      // It removes its pid file a moment before it ends.
      assertThat(postmaster.onExit()).succeedsWithin(Duration.ofSeconds(60));
      assertThat(folder.resolve("data/kafka/.kafka_cleanshutdown")).exists();
      assertThat(JvmWarnings.without(local.output().substring(saidBefore)))
          .noneMatch(line -> line.contains("WARN") || line.contains("ERROR"))
          .noneMatch(line -> line.contains("\tat "));
    }
  }

  @Test
  void lastBean_isDestroyedWhileBrokerAndDatabaseStillAnswer() {
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(LastBean.class)
            .web(WebApplicationType.NONE)
            .initializers(new EmbeddedPartsInitializer())
            .run(
                "--nth.data-dir=" + folder.resolve("data"),
                "--server.port=0",
                "--nth.local.kafka-port=0",
                "--nth.local.postgres-port=0");
    LastBean last = context.getBean(LastBean.class);

    context.close();

    assertThat(last.seenAtTheEnd).isEqualTo("1 node and 1 row");
  }

  /** Uses both parts when it is destroyed itself. */
  @Configuration
  static class LastBean implements DisposableBean {

    @Value("${spring.kafka.bootstrap-servers}")
    String bootstrapServers = "";

    @Value("${spring.datasource.url}?user=${spring.datasource.username}")
    String jdbcUrl = "";

    String seenAtTheEnd = "";

    @Override
    public void destroy() throws Exception {
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
        int nodes = admin.describeCluster().nodes().get().size();
        seenAtTheEnd = nodes + " node and " + query(jdbcUrl, "select 1").size() + " row";
      }
    }
  }

  private ProcessHandle postmaster() throws IOException {
    Path pidFile = folder.resolve("data/postgres/data/postmaster.pid");
    long pid = Long.parseLong(Files.readAllLines(pidFile).get(0));
    return ProcessHandle.of(pid).orElseThrow();
  }

  private static String clusterId(LocalProcess local)
      throws ExecutionException, InterruptedException {
    try (Admin admin = admin(local)) {
      return admin.describeCluster().clusterId().get();
    }
  }

  private static void createTopicAndTable(LocalProcess local) throws Exception {
    try (Admin admin = admin(local)) {
      admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1))).all().get();
    }
    execute(local, "create table kept (entry text primary key)");
  }

  private static void write(LocalProcess local, String entry) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", local.bootstrapServers());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>("kept", entry)).get();
    }
    execute(local, "insert into kept values ('" + entry + "')");
  }

  private static List<String> records(LocalProcess local) {
    List<String> found = new ArrayList<>();
    Map<String, Object> settings = Map.of("bootstrap.servers", local.bootstrapServers());
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      TopicPartition kept = new TopicPartition("kept", 0);
      consumer.assign(List.of(kept));
      consumer.seekToBeginning(List.of(kept));
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(r -> found.add(r.value()));
                return consumer.position(kept) == consumer.endOffsets(List.of(kept)).get(kept);
              });
    }
    return found;
  }

  private static Admin admin(LocalProcess local) {
    return Admin.create(Map.of("bootstrap.servers", local.bootstrapServers()));
  }

  private static void execute(LocalProcess local, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(local.jdbcUrl());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<String> query(String jdbcUrl, String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }
}
