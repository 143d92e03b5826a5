package nth.ingress;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import nth.app.AppConfiguration;
import nth.app.Freshness;
import nth.app.KafkaAccess;
import nth.app.LogReader;
import nth.app.NthSettings;
import nth.app.ProcessExit;
import nth.app.Repeated;
import nth.app.TopicWatch;
import nth.app.ViewLag;
import nth.app.ViewLagHealth;
import nth.contract.Topics;
import nth.trace.RecordTraces;
import nth.trace.TracingConfiguration;
import nth.web.ClientNetworks;
import nth.web.Tokens;
import nth.web.WebConfiguration;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What ingress is made of. Names begin with it, since `local` has all parts in one context. */
@Configuration(proxyBeanMethods = false)
@Import({
  AppConfiguration.class,
  WebConfiguration.class,
  TracingConfiguration.class,
  SharedStoreConfiguration.class,
  IngressMeters.class
})
@EnableConfigurationProperties({
  IngressSettings.class,
  RateLimitSettings.class,
  RetentionSettings.class,
  AdminSettings.class
})
class IngressConfiguration {

  /** Started before the web server, stopped after it has finished what it accepted. */
  static final int BEHIND_THE_WEB_SERVER =
      WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1024;

  private static final Logger log = LoggerFactory.getLogger(IngressConfiguration.class);
  static final String WATCH = "ingressTopicWatch";
  private static final Duration LOOKS = Duration.ofSeconds(2);

  @Bean(WATCH)
  TopicWatch ingressTopicWatch(Admin admin, NthSettings settings, ProcessExit exit) {
    var topics = List.of(Topics.ENTRIES, Topics.PROMOTIONS, Topics.RESULTS);
    return new TopicWatch(admin, settings.topics(), topics, exit);
  }

  /** In milliseconds, the finest that a command can say. */
  @Bean
  InstantSource ingressClock() {
    return Clock.tickMillis(ZoneOffset.UTC);
  }

  @Bean
  BrokerTime ingressBrokerTime() {
    return new BrokerTime(System::nanoTime);
  }

  @Bean
  KafkaEntries ingressEntries(
      KafkaAccess kafka, NthSettings nth, IngressSettings settings, BrokerTime brokerTime) {
    var options = ProducerOptions.on(kafka.producer());
    return new KafkaEntries(options, nth.partitions(), settings.maxInFlight(), brokerTime);
  }

  @Bean
  Promotions ingressPromotions(MeterRegistry meters) {
    var unreadable = meters.counter("nth.ingress.unreadable", "topic", Topics.PROMOTIONS.name());
    return new Promotions(unreadable::increment);
  }

  @Bean
  Decisions ingressDecisions(IngressSettings settings) {
    return new Decisions(settings.maxInFlight(), System::nanoTime);
  }

  @Bean
  Readers ingressReaders(
      KafkaAccess kafka,
      NthSettings nth,
      Promotions promotions,
      Decisions decisions,
      KafkaEntries entries) {
    var consumer = kafka.consumer();
    return new Readers(
        new LogReader(
            "ingress-promotions",
            Topics.PROMOTIONS,
            nth.partitions(),
            consumer,
            LogReader.Start.BEGINNING,
            promotions),
        new LogReader(
            "ingress-results",
            Topics.RESULTS,
            nth.partitions(),
            consumer,
            LogReader.Start.END,
            decisions),
        entries);
  }

  @Bean
  ViewLag ingressPromotionsLag(Admin admin, Readers readers, NthSettings nth) {
    return new ViewLag(admin, Topics.PROMOTIONS, nth.partitions(), readers::promotionsNext);
  }

  @Bean
  Repeated ingressPromotionsLagLooks(@Qualifier("ingressPromotionsLag") ViewLag lag) {
    return new Repeated("ingress-lag", LOOKS, lag::look);
  }

  @Bean
  ViewLagHealth ingressPromotionsLagHealthIndicator(
      @Qualifier("ingressPromotionsLag") ViewLag lag) {
    return new ViewLagHealth(lag);
  }

  @Bean
  SenderHealth ingressSenderHealthIndicator(KafkaEntries entries) {
    return new SenderHealth(entries);
  }

  @Bean
  DoorHealth ingressDoorHealthIndicator(
      KafkaEntries entries, IngressSettings settings, ObjectProvider<SharedStore> shared) {
    return new DoorHealth(entries, settings.maxInFlight(), shared.getIfAvailable());
  }

  @Bean
  Freshness ingressFreshness(Admin admin, Readers readers, NthSettings nth) {
    return new Freshness(admin, Topics.PROMOTIONS, nth.partitions(), readers::promotionsReached);
  }

  @Bean
  EarlyAnswers ingressEarlyAnswers(
      Promotions promotions,
      Readers readers,
      Freshness ingressFreshness,
      BrokerTime brokerTime,
      IngressSettings settings,
      NthSettings nth) {
    return new EarlyAnswers(
        promotions,
        partition ->
            readers.promotionsCaughtUp()
                ? ingressFreshness.isCurrent(partition)
                : CompletableFuture.completedFuture(false),
        brokerTime,
        settings.clockTolerance(),
        nth.partitions(),
        settings.maxInFlight());
  }

  @Bean
  Refusals ingressRefusals(
      Promotions promotions, BrokerTime brokerTime, InstantSource ingressClock) {
    return new Refusals(promotions, brokerTime, ingressClock);
  }

  @Bean
  Dispatch ingressDispatch(
      @Qualifier(WATCH) TopicWatch topics,
      Entries entries,
      Decisions decisions,
      Readers readers,
      MeterRegistry meters,
      ObjectProvider<RecordTraces> traces) {
    RecordTraces all = traces.getIfAvailable();
    TracedSending traced = all == null ? null : new TracedSending(entries, all);
    return new Dispatch(topics, entries, decisions, readers, new DispatchMeters(meters), traced);
  }

  @Bean
  DueCommands ingressDueCommands(
      RetentionSettings retention,
      @Qualifier(WATCH) TopicWatch topics,
      Readers readers,
      Promotions promotions,
      Entries entries,
      BrokerTime brokerTime,
      InstantSource ingressClock) {
    log.info("{}", retention.inWords());
    return new DueCommands(
        retention.due(),
        promotions,
        entries,
        brokerTime,
        ingressClock,
        System::nanoTime,
        () -> topics.sound() && readers.promotionsCaughtUp());
  }

  @Bean
  RateLimit ingressRateLimit(
      RateLimitSettings settings,
      ClientNetworks clients,
      ObjectProvider<SharedStore> shared,
      MeterRegistry meters) {
    SharedStore store = shared.getIfAvailable();
    return new RateLimit(
        settings,
        clients,
        allowance -> {
          var alone =
              new LocalBuckets(allowance, TimeMeter.SYSTEM_NANOTIME, ForkJoinPool.commonPool());
          return store == null ? alone : new SharedBuckets(allowance, store, alone);
        },
        meters);
  }

  @Bean
  AdminAccess ingressAdminAccess(
      AdminSettings settings, ObjectProvider<Tokens> tokens, RateLimit failures) {
    return new AdminAccess(settings, tokens.getIfAvailable(), failures);
  }
}
