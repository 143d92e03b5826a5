package nth.sequencer.audit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import nth.app.Backlog;
import nth.app.BacklogHealth;
import nth.app.BacklogMeters;
import nth.app.KafkaAccess;
import nth.app.NthSettings;
import nth.app.PatientContainers;
import nth.app.Repeated;
import nth.contract.PromotionView;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.Winner;
import nth.trace.TracedListeners;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.flywaydb.core.Flyway;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Puts the mirror together. */
@Configuration(proxyBeanMethods = false)
class AuditConfiguration {

  static final String GROUP = "nth-audit";

  private static final Duration LOOKS = Duration.ofSeconds(2);

  /** Migrates nothing yet: a database that is away must not keep the line from starting. */
  @Bean
  FlywayMigrationStrategy auditMigrationLater() {
    return flyway -> {};
  }

  @Bean
  static ReadOnlyServer auditReadOnlyServer() {
    return new ReadOnlyServer();
  }

  @Bean
  WinnerLedger winnerLedger(JdbcClient jdbc) {
    return new PostgresWinnerLedger(jdbc);
  }

  @Bean
  AuditAlarm auditHealthIndicator(MeterRegistry meters) {
    return new AuditAlarm(meters);
  }

  @Bean
  AuditDeadLetters auditDeadLetters(KafkaAccess kafka) {
    return new AuditDeadLetters(kafka.producer());
  }

  @Bean
  MeterBinder auditBacklogMeters(@Qualifier("auditBacklog") Backlog backlog) {
    return new BacklogMeters("nth.audit.unmirrored", "Records", backlog);
  }

  @Bean
  AuditStart auditStart(
      Flyway flyway,
      KafkaAccess kafka,
      WinnerLedger ledger,
      AuditDeadLetters deadLetters,
      AuditAlarm alarm,
      ObjectProvider<TracedListeners> traced) {
    var winners =
        new Mirror<Winner>(Topics.WINNERS, Winner::eventId, ledger::record, deadLetters, alarm);
    var closings =
        new Mirror<PromotionView>(
            Topics.PROMOTIONS,
            PromotionView::eventId,
            view -> closing(ledger, view),
            deadLetters,
            alarm);
    var consumer = kafka.consumer();
    var containers =
        List.of(
            container(Topics.WINNERS, winners, consumer, alarm),
            container(Topics.PROMOTIONS, closings, consumer, alarm));
    traced.ifAvailable(all -> containers.forEach(all::observe));
    return new AuditStart(flyway, containers, alarm);
  }

  /** All instances together: the mirror is one group. */
  @Bean
  Backlog auditBacklog(Admin admin, KafkaAccess kafka, NthSettings nth) {
    return new Backlog(
        admin,
        kafka.consumer(),
        GROUP,
        Stream.of(Topics.WINNERS, Topics.PROMOTIONS)
            .flatMap(
                topic ->
                    IntStream.range(0, nth.partitions())
                        .mapToObj(p -> new TopicPartition(topic.name(), p)))
            .toList(),
        IsolationLevel.READ_COMMITTED,
        Clock.systemUTC());
  }

  @Bean
  Repeated auditBacklogLooks(@Qualifier("auditBacklog") Backlog backlog) {
    return new Repeated("mirror-watch", LOOKS, backlog::look);
  }

  @Bean
  BacklogHealth auditBacklogHealthIndicator(@Qualifier("auditBacklog") Backlog backlog) {
    return new BacklogHealth(backlog);
  }

  private static MessageListenerContainer container(
      Topic<?> topic, Mirror<?> mirror, Map<String, Object> base, AuditAlarm alarm) {
    return PatientContainers.of(
        topic, GROUP, ContainerProperties.AckMode.RECORD, mirror, base, alarm);
  }

  private static Verdict closing(WinnerLedger ledger, PromotionView view) {
    return switch (view.phase()) {
      case DEFINED -> Verdict.sameAgain();
      case CLOSED -> ledger.record(Closing.of(view));
    };
  }
}
