package nth.notifier;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import nth.app.AppConfiguration;
import nth.app.Freshness;
import nth.app.KafkaAccess;
import nth.app.NthSettings;
import nth.app.ProcessExit;
import nth.app.Repeated;
import nth.app.TopicWatch;
import nth.app.ViewLag;
import nth.app.ViewLagHealth;
import nth.app.ViewLagMeters;
import nth.contract.Topics;
import nth.trace.RecordTraces;
import nth.trace.TracingConfiguration;
import nth.web.WebConfiguration;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.CacheControl;
import org.springframework.web.reactive.config.ResourceHandlerRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** The wiring of the notifier; bean names are its own, for all applications can share a context. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NotifierSettings.class)
@Import({AppConfiguration.class, WebConfiguration.class, TracingConfiguration.class})
class NotifierConfiguration {

  private static final Duration LOOKS = Duration.ofSeconds(2);

  @Bean
  TopicWatch notifierTopicWatch(Admin admin, NthSettings nth, ProcessExit exit) {
    return new TopicWatch(admin, nth.topics(), List.of(Topics.RESULTS), exit);
  }

  @Bean
  ResultBoard notifierResultBoard(NthSettings nth, MeterRegistry meters) {
    return new ResultBoard(nth.partitions(), new Skipped(meters));
  }

  @Bean
  InstantSource notifierClock() {
    return InstantSource.system();
  }

  @Bean
  Teller notifierTeller(ResultBoard board, InstantSource notifierClock, JsonMapper json) {
    return new Teller(board, notifierClock, json);
  }

  @Bean
  Places notifierPlaces(NotifierSettings settings, MeterRegistry meters) {
    return new Places(settings, meters);
  }

  @Bean
  Audience notifierAudience(
      Teller teller,
      InstantSource notifierClock,
      Places places,
      NotifierSettings settings,
      MeterRegistry meters) {
    return new Audience(teller, notifierClock, places, settings, meters);
  }

  @Bean
  StreamConnection notifierStreamConnection(NotifierSettings settings, MeterRegistry meters) {
    return new StreamConnection(settings.stallLimit(), meters);
  }

  /** Its name is the one in health. */
  @Bean
  ResultReader notifierBoard(
      ResultBoard board,
      Audience audience,
      NotifierSettings settings,
      NthSettings nth,
      KafkaAccess kafka,
      TopicWatch notifierTopicWatch,
      ProcessExit exit,
      InstantSource notifierClock,
      MeterRegistry meters,
      ObjectProvider<RecordTraces> traces) {
    return new ResultReader(
        board,
        audience,
        new Visibility(notifierClock, meters),
        settings.stateDir(),
        nth.partitions(),
        kafka.consumer(),
        notifierTopicWatch,
        exit,
        traces.getIfAvailable());
  }

  @Bean
  ViewLag notifierLag(Admin admin, ResultReader reader, NthSettings nth) {
    return new ViewLag(admin, Topics.RESULTS, nth.partitions(), reader::next);
  }

  @Bean
  Repeated notifierLagLooks(@Qualifier("notifierLag") ViewLag lag) {
    return new Repeated("notifier-lag", LOOKS, lag::look);
  }

  @Bean
  ViewLagHealth notifierLagHealthIndicator(@Qualifier("notifierLag") ViewLag lag) {
    return new ViewLagHealth(lag);
  }

  @Bean
  StreamsHealth notifierStreamsHealthIndicator(Places places, NotifierSettings settings) {
    return new StreamsHealth(places, settings.maxStreams());
  }

  @Bean
  MeterBinder notifierGauges(ResultReader reader) {
    return meters ->
        Gauge.builder("nth.notifier.ready", reader, now -> now.sound() ? 1 : 0)
            .description("Whether the view of the results is complete, and reading goes on")
            .register(meters);
  }

  @Bean
  MeterBinder notifierLagMeters(@Qualifier("notifierLag") ViewLag lag) {
    return new ViewLagMeters("notifier-results", lag);
  }

  @Bean
  MeterBinder notifierTopicMeters(TopicWatch notifierTopicWatch) {
    return notifierTopicWatch.meters("notifier");
  }

  @Bean
  Freshness notifierFreshness(Admin admin, ResultReader reader, NthSettings nth) {
    return new Freshness(admin, Topics.RESULTS, nth.partitions(), reader::reached);
  }

  @Bean
  Denial notifierDenial(Freshness notifierFreshness, ResultBoard board) {
    return new Denial(notifierFreshness, board);
  }

  @Bean
  Reads notifierReads() {
    return new Reads();
  }

  /** What both applications can be asked, and what is written to topics, for programs to read. */
  @Bean
  WebFluxConfigurer notifierDocuments() {
    CacheControl shortly = CacheControl.maxAge(Duration.ofMinutes(1)).cachePublic();
    return new WebFluxConfigurer() {
      @Override
      public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry
            .addResourceHandler("/openapi/*.json")
            .addResourceLocations("classpath:/openapi/")
            .setUseLastModified(false)
            .setCacheControl(shortly);
        registry
            .addResourceHandler("/asyncapi/*.json")
            .addResourceLocations("classpath:/asyncapi/")
            .setUseLastModified(false)
            .setCacheControl(shortly);
      }
    };
  }
}
