package nth.sequencer.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import java.util.Map;
import nth.app.PatientContainers;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

class AuditSettingsTest {

  private static final Map<String, Object> BASE =
      Map.of("bootstrap.servers", "localhost:1", "isolation.level", "read_uncommitted");

  @Test
  void mirror_readsCommittedRecordsFromTheBeginning() {
    var consumer = new ConsumerConfig(PatientContainers.settings(AuditConfiguration.GROUP, BASE));

    assertThat(consumer.getString("isolation.level")).isEqualTo("read_committed");
    assertThat(consumer.getString("auto.offset.reset")).isEqualTo("earliest");
    assertThat(consumer.getString("group.id")).isEqualTo("nth-audit");
    assertThat(consumer.getBoolean("enable.auto.commit")).isFalse();
    assertThat(consumer.getBoolean("allow.auto.create.topics")).isFalse();
  }

  @Test
  void deadLetters_areWrittenForSure() {
    var producer = new ProducerConfig(AuditDeadLetters.settings(BASE));

    assertThat(producer.getString("acks")).isEqualTo("-1");
    assertThat(producer.getBoolean("enable.idempotence")).isTrue();
  }

  @Test
  @Tag("O-27")
  void longestPause_staysBelowThePollInterval() throws Exception {
    var consumer = new ConsumerConfig(PatientContainers.settings(AuditConfiguration.GROUP, BASE));
    HikariConfig pool = pool();
    long statement =
        1_000L * Integer.parseInt(pool.getDataSourceProperties().getProperty("socketTimeout"));
    // Per record: a connection, an insert, a comparison, a dead letter, and the pause before the
    // next attempt.
    long record =
        2 * (pool.getConnectionTimeout() + pool.getValidationTimeout() + statement)
            + AuditDeadLetters.MAX_BLOCK_MS
            + AuditDeadLetters.DELIVERY_TIMEOUT_MS;
    long worst =
        consumer.getInt("max.poll.records") * record + PatientContainers.backOff().getMaxInterval();

    assertThat(worst).isLessThan(consumer.getInt("max.poll.interval.ms"));
    assertThat(PatientContainers.backOff().getMaxElapsedTime()).isEqualTo(Long.MAX_VALUE);
    assertThat(PatientContainers.backOff().getMaxAttempts()).isEqualTo(Long.MAX_VALUE);
  }

  private static HikariConfig pool() throws Exception {
    var environment = new StandardEnvironment();
    new YamlPropertySourceLoader()
        .load("sequencer", new ClassPathResource("nth-sequencer.yml"))
        .forEach(environment.getPropertySources()::addLast);
    return Binder.get(environment)
        .bind("spring.datasource.hikari", Bindable.ofInstance(new HikariConfig()))
        .get();
  }
}
