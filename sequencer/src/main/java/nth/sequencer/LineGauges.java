package nth.sequencer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** How the line stands, asked at every scrape. */
final class LineGauges implements MeterBinder {

  private final Line line;
  private final TransactionWatch transactions;

  LineGauges(Line line, TransactionWatch transactions) {
    this.line = line;
    this.transactions = transactions;
  }

  @Override
  public void bindTo(MeterRegistry meters) {
    Gauge.builder("nth.sequencer.deciding", line, now -> now.deciding() ? 1 : 0)
        .description("Whether this instance decides, or stands by")
        .register(meters);
    Gauge.builder("nth.sequencer.partitions", line, now -> now.partitions().size())
        .description("Partitions that this instance decides")
        .register(meters);
    Gauge.builder("nth.sequencer.hanging.transactions", transactions, TransactionWatch::hanging)
        .description("Transactions that only an operator can end")
        .register(meters);
  }
}
