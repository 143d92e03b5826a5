package nth.ingress;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.InstantSource;
import nth.app.TopicWatch;
import nth.app.ViewLag;
import nth.app.ViewLagMeters;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is measured of ingress as a whole. */
@Configuration(proxyBeanMethods = false)
class IngressMeters {

  @Bean
  EntryMeters ingressEntryMeters(MeterRegistry meters) {
    return new EntryMeters(meters);
  }

  @Bean
  MeterBinder ingressGauges(
      KafkaEntries entries,
      Decisions decisions,
      Readers readers,
      BrokerTime brokerTime,
      InstantSource ingressClock,
      IngressSettings settings) {
    var skew = new ClockSkew(brokerTime, ingressClock);
    return new DoorGauges(entries, decisions, readers, skew, settings.maxInFlight());
  }

  @Bean
  MeterBinder ingressPromotionsLagMeters(@Qualifier("ingressPromotionsLag") ViewLag lag) {
    return new ViewLagMeters("ingress-promotions", lag);
  }

  @Bean
  MeterBinder ingressTopicMeters(@Qualifier(IngressConfiguration.WATCH) TopicWatch topics) {
    return topics.meters("ingress");
  }
}
