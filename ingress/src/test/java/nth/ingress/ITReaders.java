package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import nth.app.LogReader;
import nth.contract.Topic;
import nth.contract.Topics;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import nth.contract.fixtures.Samples;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class ITReaders {

  private final AtomicBoolean promotionsFail = new AtomicBoolean();
  private final AtomicBoolean resultsFail = new AtomicBoolean();
  private RealBroker broker;
  private OtherParty sequencer;
  private KafkaEntries entries;
  private Readers readers;

  @BeforeEach
  void start() {
    broker = RealParts.broker();
    OtherParty.createTopics(broker);
    sequencer = new OtherParty(broker);
    Map<String, Object> address = Map.of("bootstrap.servers", broker.bootstrapServers());
    entries =
        new KafkaEntries(ProducerOptions.on(address), 1, 10, new BrokerTime(System::nanoTime));
    readers =
        new Readers(
            reader(Topics.PROMOTIONS, address, LogReader.Start.BEGINNING, promotionsFail),
            reader(Topics.RESULTS, address, LogReader.Start.END, resultsFail),
            entries);
    entries.start();
    readers.start();
    awaitStatus(Status.UP);
  }

  @AfterEach
  void stop() {
    readers.stop();
    entries.stop();
    sequencer.close();
    broker.close();
  }

  private static LogReader reader(
      Topic<?> topic, Map<String, Object> address, LogReader.Start start, AtomicBoolean fails) {
    LogReader.Handler handler =
        (partition, records, next) -> {
          if (fails.get() && topic == Topics.RESULTS) {
            throw new NoClassDefFoundError("as the test says");
          }
          if (fails.get()) {
            throw new IllegalStateException("as the test says");
          }
        };
    return new LogReader(topic.name(), topic, 1, address, start, handler);
  }

  private void awaitStatus(Status status) {
    await().atMost(OtherParty.LIMIT).until(() -> readers.health().getStatus().equals(status));
  }

  @Test
  void aReaderThatIsHeldUp_isNotReady_untilItGoesOn() {
    promotionsFail.set(true);
    sequencer.show(Samples.RUNNING);
    awaitStatus(Status.DOWN);
    assertThat(readers.promotionsCaughtUp()).isTrue();
    promotionsFail.set(false);
    awaitStatus(Status.UP);

    resultsFail.set(true);
    sequencer.commit(Samples.NUMBERED);
    awaitStatus(Status.DOWN);
    assertThat(readers.resultsInPlace()).isTrue();
    resultsFail.set(false);
    awaitStatus(Status.UP);
  }
}
