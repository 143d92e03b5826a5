package nth.sequencer.audit;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import nth.app.KafkaAccess;
import nth.app.PatientContainers;
import nth.contract.PromotionView;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.Winner;
import nth.trace.TracedListeners;
import org.flywaydb.core.Flyway;
import org.springframework.beans.factory.ObjectProvider;
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
