package nth.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Predicate;
import nth.contract.Headers;
import nth.contract.Topics;
import nth.trace.fixtures.Tracing;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.kafka.support.micrometer.KafkaRecordReceiverContext;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

/** Nothing is sampled here unless somebody says so. */
class DoorPropagatorTest {

  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";
  private static final Predicate<@Nullable InetAddress> PROXY =
      peer -> peer != null && peer.getHostAddress().equals("192.0.2.1");

  private final Tracing tracing = new Tracing(0);
  private final DoorPropagator propagator =
      new DoorPropagator(tracing.propagator(), tracing.tracer(), PROXY);

  @Test
  void callersOfNoProxy_neitherNameTheTrace_norHaveItSampled() {
    TraceContext begun = begun(from("198.51.100.7"));

    assertThat(begun.traceId()).isNotEqualTo(TRACE);
    assertThat(begun.parentId()).isNull();
    assertThat(begun.sampled()).isFalse();
  }

  @Test
  void proxiesThatAreJoined_doBoth() {
    TraceContext begun = begun(from("192.0.2.1"));

    assertThat(begun.traceId()).isEqualTo(TRACE);
    assertThat(begun.sampled()).isTrue();
  }

  @Test
  void recordsAreBelieved() {
    var headers = new RecordHeaders().add(Headers.TRACE, PARENT.getBytes());

    TraceContext begun = propagator.extract(headers, Headers::text).start().context();

    assertThat(begun.traceId()).isEqualTo(TRACE);
    assertThat(begun.sampled()).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "00-", "00-0-0-01", "no trace at all"})
  void recordsThatNameNone_beginNone(@Nullable String parent) {
    Tracing eager = new Tracing(1);
    var record = new ConsumerRecord<byte[], byte[]>(Topics.WINNERS.name(), 0, 0, null, null);
    if (parent != null) {
      record.headers().add(Headers.TRACE, parent.getBytes());
    }

    assertThat(listening(eager, record).sampled()).isFalse();
    assertThat(eager.span().context().sampled()).isTrue();
  }

  /** As spring-kafka observes its listeners. */
  private static TraceContext listening(Tracing tracing, ConsumerRecord<byte[], byte[]> record) {
    var propagator = new DoorPropagator(tracing.propagator(), tracing.tracer(), PROXY);
    var handler = new PropagatingReceiverTracingObservationHandler<>(tracing.tracer(), propagator);
    var context = new KafkaRecordReceiverContext(record, "listener", () -> null);
    handler.onStart(context);
    return handler.getRequiredSpan(context).context();
  }

  private TraceContext begun(ServerHttpRequest request) {
    return propagator
        .extract(request, (from, key) -> from.getHeaders().getFirst(key))
        .start()
        .context();
  }

  private static ServerHttpRequest from(String address) {
    return MockServerHttpRequest.post("/")
        .remoteAddress(new InetSocketAddress(address, 1))
        .header(Headers.TRACE, PARENT)
        .build();
  }
}
