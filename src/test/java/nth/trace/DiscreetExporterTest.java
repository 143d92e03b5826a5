package nth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import nth.trace.fixtures.Tracing;
import org.junit.jupiter.api.Test;

class DiscreetExporterTest {

  private final Kept kept = new Kept(new ArrayList<>());
  private final Tracing tracing =
      new Tracing(1, SimpleSpanProcessor.create(new DiscreetExporter(kept)));

  @Test
  void ofAnException_onlyTheClassIsExported() {
    var refused = new IllegalStateException("Failing row contains (alice).");

    tracing.records().sent(tracing.span(), null, refused);

    SpanData span = kept.spans().get(0);
    assertThat(span.getStatus()).isEqualTo(StatusData.error());
    assertThat(span.getEvents())
        .singleElement()
        .extracting(EventData::getAttributes)
        .extracting(attributes -> attributes.asMap())
        .isEqualTo(
            Map.of(
                AttributeKey.stringKey("exception.type"), IllegalStateException.class.getName()));
  }

  @Test
  void whatWentWell_staysSo() {
    tracing.records().sent(tracing.span(), null, null);

    assertThat(kept.spans().get(0).getStatus()).isEqualTo(StatusData.ok());
  }

  private record Kept(List<SpanData> spans) implements SpanExporter {

    @Override
    public CompletableResultCode export(Collection<SpanData> finished) {
      spans.addAll(finished);
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }
}
