package nth.trace;

import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.exporter.SpanExportingPredicate;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import nth.web.TrustedProxies;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.SpanExporters;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.otlp.OtlpHttpSpanExporterBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Hooks;

/** Beans of every application that traces; there are none where tracing is off. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(TracingSwitch.KEY)
@EnableConfigurationProperties(TracingSettings.class)
public class TracingConfiguration {

  @Bean
  RecordTraces recordTraces(Tracer tracer, Propagator propagator) {
    // So that what a request logs carries its trace, whichever thread it is on.
    Hooks.enableAutomaticContextPropagation();
    return new RecordTraces(tracer, propagator);
  }

  @Bean
  TracedListeners tracedListeners(ObservationRegistry observations) {
    return new TracedListeners(observations);
  }

  /** In place of Boot's own, which believes every caller. */
  @Bean
  Propagator doorPropagator(
      ContextPropagators propagators,
      io.opentelemetry.api.trace.Tracer otel,
      Tracer tracer,
      TracingSettings settings,
      ObjectProvider<TrustedProxies> proxies) {
    TrustedProxies trusted = settings.joinProxies() ? proxies.getIfAvailable() : null;
    return new DoorPropagator(
        new OtelPropagator(propagators, otel),
        tracer,
        address -> trusted != null && address != null && trusted.trusts(address));
  }

  /** In place of Boot's own, which exports what exceptions say. */
  @Bean
  SpanExporters discreetExporters(ObjectProvider<SpanExporter> exporters) {
    return SpanExporters.of(exporters.orderedStream().map(DiscreetExporter::new).toList());
  }

  /** What looks after the process asks every few seconds, and is no traffic. */
  @Bean
  SpanExportingPredicate noneOfTheActuator() {
    return span -> !span.getTags().getOrDefault("uri", "").startsWith("/actuator");
  }

  /** A batch that is not taken is dropped: to try again only makes the end of a process wait. */
  @Bean
  OtlpHttpSpanExporterBuilderCustomizer oneAttempt() {
    return exporter -> exporter.setRetryPolicy(null);
  }
}
