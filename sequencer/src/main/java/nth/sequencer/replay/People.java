package nth.sequencer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import nth.contract.EventId;
import nth.contract.UserId;
import nth.sequencer.domain.Entrant;
import nth.sequencer.operator.CannotGoOn;
import nth.sequencer.topology.EntrantFormat;
import nth.sequencer.topology.EntrantKey;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Everything there is one of per entry or per dead letter, on disk, in bounded memory: whom the
 * replay has numbered, whom the results have numbered, and what was put aside. The first two are
 * kept apart, so that the one can be wrong without the other.
 */
final class People implements AutoCloseable {

  private static final byte REPLAYED = 'e';
  private static final byte PUBLISHED = 'r';
  private static final byte PUT_ASIDE = 'd';

  private static final long BUFFER_BYTES = 24L * 1024 * 1024;
  private static final int BUFFERS = 3;
  private static final long CACHE_BYTES = 96L * 1024 * 1024;
  private static final int BLOOM_BITS = 10;

  private static final Serde<Entrant> ENTRANTS = EntrantFormat.serde();
  private static final Serde<EntrantKey> KEYS = EntrantKey.serde();

  static {
    RocksDB.loadLibrary();
  }

  private final Seen seen = new Seen();
  private final Cache cache = new LRUCache(CACHE_BYTES);
  private final BloomFilter bloom = new BloomFilter(BLOOM_BITS);
  private final Options options = options();
  private final WriteOptions writing = new WriteOptions().setDisableWAL(true);
  private final RocksDB store;

  People(Path folder) {
    try {
      store = RocksDB.open(options, folder.toString());
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /** Filters and indexes count towards the cache: they grow with the people. */
  private Options options() {
    var table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true)
            .setFilterPolicy(bloom);
    return new Options()
        .setCreateIfMissing(true)
        .setWriteBufferSize(BUFFER_BYTES)
        .setMaxWriteBufferNumber(BUFFERS)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setMaxOpenFiles(200)
        .setTableFormatConfig(table);
  }

  /** What the replay remembers of this person, or null. */
  @Nullable Entrant replayed(EventId event, UserId user) {
    byte[] found = get(replayedKey(event, user));
    return found == null ? null : ENTRANTS.deserializer().deserialize("", found);
  }

  void remember(EventId event, UserId user, Entrant entrant) {
    put(replayedKey(event, user), ENTRANTS.serializer().serialize("", entrant));
  }

  /** The number that results gave this person, or 0. */
  long published(String event, String user) {
    byte[] found = get(publishedKey(event, user));
    return found == null ? 0 : ByteBuffer.wrap(found).getLong();
  }

  void publish(String event, String user, long seq) {
    put(publishedKey(event, user), ByteBuffer.allocate(Long.BYTES).putLong(seq).array());
  }

  /** The dead letter of the command there, or null. */
  byte @Nullable [] putAside(int partition, long offset) {
    return get(putAsideKey(partition, offset));
  }

  void putAside(int partition, long offset, byte[] letter) {
    put(putAsideKey(partition, offset), letter);
  }

  private static byte[] replayedKey(EventId event, UserId user) {
    return key(REPLAYED, KEYS.serializer().serialize("", new EntrantKey(event, user)));
  }

  private static byte[] publishedKey(String event, String user) {
    return key(PUBLISHED, (event + "/" + user).getBytes(UTF_8));
  }

  private static byte[] putAsideKey(int partition, long offset) {
    return key(
        PUT_ASIDE,
        ByteBuffer.allocate(Integer.BYTES + Long.BYTES).putInt(partition).putLong(offset).array());
  }

  private static byte[] key(byte kind, byte[] rest) {
    return ByteBuffer.allocate(1 + rest.length).put(kind).put(rest).array();
  }

  private byte @Nullable [] get(byte[] key) {
    try {
      return seen.maybe(key) ? store.get(key) : null;
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private void put(byte[] key, byte[] value) {
    seen.add(key);
    try {
      store.put(writing, key, value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  private static CannotGoOn failed(RocksDBException e) {
    return new CannotGoOn("The temporary store failed: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    store.close();
    writing.close();
    options.close();
    bloom.close();
    cache.close();
  }
}
