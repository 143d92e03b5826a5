package nth.ingress;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Holds up readers of the running application, each by the name of its thread. */
public final class Gate implements ConsumerInterceptor<byte[], byte[]> {

  static final String SETTING =
      "--spring.kafka.consumer.properties.interceptor.classes=" + Gate.class.getName();

  private static final Map<String, CountDownLatch> CLOSED = new ConcurrentHashMap<>();
  private static final Set<String> FULL = ConcurrentHashMap.newKeySet();

  private boolean passed;

  /** The reader gets its first records, and no more until the gate opens. */
  static Keeper closeBehindTheFirst(String reader) {
    CLOSED.put(reader, new CountDownLatch(1));
    return new Keeper(reader);
  }

  /** The reader does not even find its place until the gate opens. */
  static Keeper close(String reader) {
    FULL.add(reader);
    return closeBehindTheFirst(reader);
  }

  /** Opens the gate at the latest when the test ends, or the application could not stop. */
  record Keeper(String reader) implements AutoCloseable {

    void open() {
      FULL.remove(reader);
      CountDownLatch gate = CLOSED.remove(reader);
      if (gate != null) {
        gate.countDown();
      }
    }

    @Override
    public void close() {
      open();
    }
  }

  private static void pass() {
    CountDownLatch gate = CLOSED.get(Thread.currentThread().getName());
    if (gate != null) {
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void configure(Map<String, ?> settings) {
    if (FULL.contains(Thread.currentThread().getName())) {
      pass();
    }
  }

  @Override
  public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
    if (passed) {
      pass();
    }
    passed = true;
    return records;
  }

  @Override
  public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

  @Override
  public void close() {}
}
