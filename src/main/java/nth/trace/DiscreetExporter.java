package nth.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.DelegatingSpanData;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;

/**
 * Exports of an exception its class and nothing else: a database that refuses a row says in the
 * message what stands in it, and every stack trace repeats the message.
 */
final class DiscreetExporter implements SpanExporter {

  private static final AttributeKey<String> TYPE = AttributeKey.stringKey("exception.type");

  private final SpanExporter exporter;

  DiscreetExporter(SpanExporter exporter) {
    this.exporter = exporter;
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    List<SpanData> discreet = spans.stream().<SpanData>map(Discreet::new).toList();
    return exporter.export(discreet);
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }

  private static final class Discreet extends DelegatingSpanData {

    Discreet(SpanData span) {
      super(span);
    }

    @Override
    public StatusData getStatus() {
      return StatusData.create(super.getStatus().getStatusCode(), "");
    }

    @Override
    public List<EventData> getEvents() {
      return super.getEvents().stream().map(Discreet::discreet).toList();
    }

    private static EventData discreet(EventData event) {
      String type = event.getAttributes().get(TYPE);
      Attributes kept = type == null ? Attributes.empty() : Attributes.of(TYPE, type);
      return EventData.create(event.getEpochNanos(), event.getName(), kept);
    }
  }
}
