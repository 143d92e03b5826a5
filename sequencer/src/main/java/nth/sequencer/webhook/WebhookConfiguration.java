package nth.sequencer.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import nth.app.KafkaAccess;
import nth.app.PatientContainers;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.trace.TracedListeners;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListenerContainer;

/** Puts the webhooks together. */
@Configuration(proxyBeanMethods = false)
@Conditional(WebhooksWanted.class)
@EnableConfigurationProperties(WebhookSettings.class)
class WebhookConfiguration {

  static final String GROUP = "nth-webhooks";

  @Bean
  WebhookTables webhookTables(DataSource database) {
    return new WebhookTables(database);
  }

  @Bean
  WebhookLedger webhookLedger(
      JdbcClient jdbc, WebhookTables webhookTables, WebhookSettings settings) {
    return new WebhookLedger(jdbc, webhookTables, settings);
  }

  /** Its name is the one in health. */
  @Bean
  WebhookAlarm webhooksHealthIndicator(WebhookLedger ledger, MeterRegistry meters) {
    return new WebhookAlarm(ledger, meters);
  }

  @Bean
  Sender webhookSender(
      WebhookLedger ledger,
      WebhookSettings settings,
      WebhookAlarm alarm,
      ObjectProvider<Step.Hook> hook) {
    return new Sender(
        ledger, new Endpoint(settings, Clock.systemUTC()), settings, alarm, orNone(hook));
  }

  @Bean
  WebhookStart webhookStart(
      WebhookLedger ledger,
      Sender sender,
      WebhookAlarm alarm,
      KafkaAccess kafka,
      ObjectProvider<Step.Hook> hook,
      ObjectProvider<TracedListeners> traced) {
    var reader = new WebhookReader(ledger, sender::wake, alarm, orNone(hook));
    var consumer = kafka.consumer();
    var containers =
        List.of(
            container(Topics.WINNERS, reader, consumer, alarm),
            container(Topics.PROMOTIONS, reader, consumer, alarm));
    traced.ifAvailable(all -> containers.forEach(all::observe));
    return new WebhookStart(containers);
  }

  private static MessageListenerContainer container(
      Topic<?> topic, WebhookReader reader, Map<String, Object> base, WebhookAlarm alarm) {
    return PatientContainers.of(
        topic, GROUP, ContainerProperties.AckMode.MANUAL_IMMEDIATE, reader, base, alarm);
  }

  private static Step.Hook orNone(ObjectProvider<Step.Hook> hook) {
    return hook.getIfAvailable(() -> step -> {});
  }
}
