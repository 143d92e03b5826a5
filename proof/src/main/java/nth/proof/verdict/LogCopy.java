package nth.proof.verdict;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import nth.contract.EventId;
import nth.contract.Result;
import nth.contract.Topics;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The results of a whole log on disk, to be read one promotion at a time: two million of them do
 * not fit into memory.
 */
final class LogCopy implements AutoCloseable {

  private final Path path;
  private final OutputStream out;
  private final Map<EventId, LongStream.Builder> filling = new TreeMap<>();
  private final Map<EventId, long[]> index = new TreeMap<>();
  private long end;
  private long count;

  LogCopy(Path folder) {
    try {
      path = Files.createTempFile(Files.createDirectories(folder), "results", ".copy");
      out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 16);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In the order of the log. */
  void add(ConsumerRecord<byte[], byte[]> record) {
    EventId event = Topics.RESULTS.key().deserializer().deserialize(record.topic(), record.key());
    LongStream.Builder places = filling.computeIfAbsent(event, e -> LongStream.builder());
    places.add(end).add(record.value().length).add(record.offset());
    end += record.value().length;
    count++;
    try {
      out.write(record.value());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nothing more is added. */
  void seal() {
    filling.forEach((event, places) -> index.put(event, places.build().toArray()));
    filling.clear();
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long count() {
    return count;
  }

  Set<EventId> events() {
    return index.keySet();
  }

  /** Of one promotion, in order. */
  List<Placed<?>> results(EventId event) {
    long[] places = index.getOrDefault(event, new long[0]);
    List<Placed<?>> results = new ArrayList<>(places.length / 3);
    var reader = Topics.RESULTS.value().deserializer();
    try (RandomAccessFile in = new RandomAccessFile(path.toFile(), "r")) {
      for (int i = 0; i < places.length; i += 3) {
        byte[] value = new byte[(int) places[i + 1]];
        in.seek(places[i]);
        in.readFully(value);
        Result result = reader.deserialize(Topics.RESULTS.name(), value);
        results.add(new Placed<>(places[i + 2], result));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return results;
  }

  @Override
  public void close() {
    try {
      out.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
