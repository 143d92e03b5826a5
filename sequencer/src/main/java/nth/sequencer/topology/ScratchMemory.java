package nth.sequencer.topology;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BiConsumer;
import nth.contract.EventId;
import nth.contract.Topics;
import nth.sequencer.domain.Entrant;
import nth.sequencer.domain.Promotion;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** State in a folder, in the bytes of the stores, while it is being rebuilt. */
final class ScratchMemory implements AutoCloseable {

  private static final Serde<EventId> EVENT = Topics.RESULTS.key();
  private static final Serde<Promotion> PROMOTION = PromotionFormat.serde();
  private static final Serde<EntrantKey> PERSON = EntrantKey.serde();
  private static final Serde<Entrant> ENTRANT = EntrantFormat.serde();

  static {
    RocksDB.loadLibrary();
  }

  private final Options options = new Options().setCreateIfMissing(true);
  private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
  private final RocksDB db;

  ScratchMemory(Path folder) {
    try {
      db = RocksDB.open(options, folder.toString());
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  CommandApplication.Memory of(int partition) {
    return new OfPartition(partition);
  }

  /** Hands over all of a store, as a changelog would hold it. */
  void each(int partition, String store, BiConsumer<byte[], byte[]> to) {
    byte[] prefix = prefix(partition, store);
    try (var records = db.newIterator()) {
      for (records.seek(prefix); records.isValid(); records.next()) {
        byte[] key = records.key();
        if (!Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
          return;
        }
        to.accept(Arrays.copyOfRange(key, prefix.length, key.length), records.value());
      }
      records.status();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private static byte[] prefix(int partition, String store) {
    return ByteBuffer.allocate(Integer.BYTES + store.length())
        .putInt(partition)
        .put(store.getBytes(US_ASCII))
        .array();
  }

  private static byte[] join(byte[] prefix, byte[] key) {
    return ByteBuffer.allocate(prefix.length + key.length).put(prefix).put(key).array();
  }

  private static IllegalStateException failed(RocksDBException e) {
    return new IllegalStateException("the folder for the rebuilt state cannot be used", e);
  }

  @Override
  public void close() {
    db.close();
    unlogged.close();
    options.close();
  }

  private final class OfPartition implements CommandApplication.Memory {
    private final byte[] promotions;
    private final byte[] entrants;

    OfPartition(int partition) {
      promotions = prefix(partition, Stores.PROMOTIONS);
      entrants = prefix(partition, Stores.ENTRANTS);
    }

    @Override
    public @Nullable Promotion promotion(EventId eventId) {
      return get(join(promotions, EVENT.serializer().serialize("", eventId)), PROMOTION);
    }

    @Override
    public void put(EventId eventId, Promotion promotion) {
      byte[] value = PROMOTION.serializer().serialize("", promotion);
      put(join(promotions, EVENT.serializer().serialize("", eventId)), value);
    }

    @Override
    public @Nullable Entrant entrant(EntrantKey key) {
      return get(join(entrants, PERSON.serializer().serialize("", key)), ENTRANT);
    }

    @Override
    public void put(EntrantKey key, Entrant entrant) {
      byte[] value = ENTRANT.serializer().serialize("", entrant);
      put(join(entrants, PERSON.serializer().serialize("", key)), value);
    }

    @Override
    public void forget(EventId eventId) {
      byte[] first = join(entrants, PERSON.serializer().serialize("", EntrantKey.first(eventId)));
      byte[] last = join(entrants, PERSON.serializer().serialize("", EntrantKey.last(eventId)));
      try {
        db.deleteRange(unlogged, first, last);
        db.delete(unlogged, last);
      } catch (RocksDBException e) {
        throw failed(e);
      }
    }

    private <V> @Nullable V get(byte[] key, Serde<V> values) {
      try {
        byte[] value = db.get(key);
        return value == null ? null : values.deserializer().deserialize("", value);
      } catch (RocksDBException e) {
        throw failed(e);
      }
    }

    private void put(byte[] key, byte[] value) {
      try {
        db.put(unlogged, key, value);
      } catch (RocksDBException e) {
        throw failed(e);
      }
    }
  }
}
