package nth.sequencer.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import nth.app.KafkaAccess;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;

/** Puts the webhooks together. */
@Configuration(proxyBeanMethods = false)
@Conditional(WebhooksWanted.class)
@EnableConfigurationProperties(WebhookSettings.class)
class WebhookConfiguration {

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
  WebhookAlarm webhooksHealthIndicator(MeterRegistry meters) {
    return new WebhookAlarm(meters);
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

  /**
   * @param session shorter in tests only, and therefore no documented setting
   */
  @Bean
  KafkaMessageListenerContainer<byte[], byte[]> webhookContainer(
      WebhookLedger ledger,
      Sender sender,
      WebhookAlarm alarm,
      KafkaAccess kafka,
      ObjectProvider<Step.Hook> hook,
      @Value("${nth.webhook.session-timeout:6s}") Duration session) {
    var reader = new WebhookReader(ledger, sender::wake, alarm, orNone(hook));
    return WebhookContainer.of(reader, WebhookContainer.settings(kafka.consumer(), session), alarm);
  }

  private static Step.Hook orNone(ObjectProvider<Step.Hook> hook) {
    return hook.getIfAvailable(() -> step -> {});
  }
}
