package nth.ingress;

import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.tracing.Span;
import java.util.concurrent.CompletableFuture;
import nth.contract.Command;
import nth.contract.Headers;
import nth.contract.Topics;
import nth.trace.RecordTraces;
import reactor.util.context.ContextView;

/** Appends commands as part of the trace of the request that brought them. */
final class TracedSending {

  private final Entries entries;
  private final RecordTraces traces;

  TracedSending(Entries entries, RecordTraces traces) {
    this.entries = entries;
    this.traces = traces;
  }

  /**
   * @param request in which WebFlux keeps the observation of it
   */
  CompletableFuture<Entries.Appended> append(Command command, ContextView request) {
    Observation cause = request.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
    var headers = Headers.of(command);
    Span span = traces.sending(Topics.ENTRIES, cause, headers);
    CompletableFuture<Entries.Appended> outcome = entries.append(command, headers);
    return span == null
        ? outcome
        : outcome.whenComplete(
            (appended, fault) ->
                traces.sent(span, appended == null ? null : appended.position(), fault));
  }
}
