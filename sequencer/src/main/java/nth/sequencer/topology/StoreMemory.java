package nth.sequencer.topology;

import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * What all stores of a process have together outside its heap: for what was read, for indexes and
 * filters, and up to half of it for what is not written to disk yet. Close it after the streams.
 */
public final class StoreMemory implements AutoCloseable {

  /** Hands this on to {@link Bound}; no client of Kafka knows it. */
  private static final String CONFIG = "nth.store.memory";

  static {
    // Before the fields below, which are native too.
    RocksDB.loadLibrary();
  }

  private final Cache cache;
  private final WriteBufferManager buffers;

  public StoreMemory(long bytes) {
    cache = new LRUCache(bytes);
    buffers = new WriteBufferManager(bytes / 2, cache);
  }

  /** The stores of streams with these settings have this and no more. */
  public void bound(Properties streams) {
    streams.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, Bound.class);
    streams.put(CONFIG, this);
  }

  @Override
  public void close() {
    buffers.close();
    cache.close();
  }

  /** Made by Kafka, once per store. */
  public static final class Bound implements RocksDBConfigSetter {

    @Override
    public void setConfig(String store, Options options, Map<String, Object> configs) {
      StoreMemory all = (StoreMemory) configs.get(CONFIG);
      BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
      table.setBlockCache(all.cache);
      table.setCacheIndexAndFilterBlocks(true);
      table.setCacheIndexAndFilterBlocksWithHighPriority(true);
      options.setTableFormatConfig(table);
      options.setWriteBufferManager(all.buffers);
    }

    @Override
    public void close(String store, Options options) {
      // What is shared is closed by who made it.
    }
  }
}
