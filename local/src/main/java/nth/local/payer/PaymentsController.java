package nth.local.payer;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import nth.contract.EventId;
import nth.web.Identity;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.springframework.dao.DataAccessException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The payer's ledger, in the organiser's corner. */
@RestController
final class PaymentsController {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final PayerLedger ledger;

  PaymentsController(PayerLedger ledger) {
    this.ledger = ledger;
  }

  /** 503 {@code unavailable} while the database does not answer. */
  @GetMapping("/organiser/events/{eventId}/payments")
  Mono<List<PayerLedger.Row>> payments(@PathVariable String eventId) {
    EventId event = Identity.eventId(eventId);
    return Mono.fromCallable(() -> ledger.rows(event))
        .subscribeOn(Schedulers.boundedElastic())
        .timeout(PATIENCE)
        .onErrorMap(
            fault -> fault instanceof DataAccessException || fault instanceof TimeoutException,
            fault -> new Problem(ProblemCode.UNAVAILABLE, "The database does not answer."));
  }
}
