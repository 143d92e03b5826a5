package nth.local.payer;

import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import nth.app.KafkaAccess;
import nth.app.PatientContainers;
import nth.contract.Topics;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.web.client.RestClient;

/** Puts the payer together; a bean of the type {@link Payout} takes the place of the one here. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PayerSettings.class)
class PayerConfiguration {

  static final String GROUP = "nth-payer";

  @Bean
  PayerTables payerTables(DataSource database) {
    return new PayerTables(database);
  }

  @Bean
  PayerLedger payerLedger(JdbcClient jdbc, PayerTables payerTables) {
    return new PayerLedger(jdbc, payerTables);
  }

  /** Its name is the one in health. */
  @Bean
  PayerAlarm payerHealthIndicator(
      PayerLedger ledger, PayerSettings settings, MeterRegistry meters) {
    return new PayerAlarm(ledger, settings.enabled(), meters);
  }

  @Bean
  PayerStart payerStart(
      PayerSettings settings,
      PayerLedger ledger,
      PayerAlarm alarm,
      KafkaAccess kafka,
      JdbcClient jdbc,
      ObjectProvider<Payout> own,
      ObjectProvider<Step.Hook> hook) {
    Payout payout = own.getIfAvailable(() -> payout(settings, jdbc));
    var payer =
        new Payer(
            ledger, payout, alarm, settings.environment(), hook.getIfAvailable(() -> step -> {}));
    var container =
        PatientContainers.of(
            Topics.WINNERS,
            GROUP,
            ContainerProperties.AckMode.MANUAL_IMMEDIATE,
            payer,
            kafka.consumer(),
            alarm);
    return new PayerStart(container, settings.enabled());
  }

  private static Payout payout(PayerSettings settings, JdbcClient jdbc) {
    return settings
        .provider()
        .<Payout>map(url -> new HttpPayout(url, RestClient.builder()))
        .orElseGet(() -> new ShowAccount(jdbc));
  }
}
