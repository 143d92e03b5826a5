package nth.notifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import nth.contract.EventId;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import tools.jackson.databind.ObjectReader;

/**
 * The view on disk. Nothing is synced: a batch carries its offset, so what a power cut takes is
 * read again.
 */
final class BoardStore implements AutoCloseable {

  private static final long BLOCK_CACHE_BYTES = 32L << 20;
  private static final long WRITE_BUFFER_BYTES = 16L << 20;
  private static final int BITS_PER_KEY = 10;
  private static final int MAX_OPEN_FILES = 256;
  private static final long MAX_LOG_BYTES = 1L << 20;

  static {
    // Before the fields below, which are native too.
    RocksDB.loadLibrary();
  }

  private final LRUCache cache = new LRUCache(BLOCK_CACHE_BYTES);
  private final BloomFilter filter = new BloomFilter(BITS_PER_KEY);
  private final Options options = options(cache, filter);
  private final WriteOptions unsynced = new WriteOptions().setSync(false);
  private final RocksDB db;
  // A read of a closed RocksDB takes the whole process down.
  private final ReadWriteLock use = new ReentrantReadWriteLock();
  private boolean closed;

  /** Something on this machine holds the folder already. */
  static final class InUse extends RuntimeException {
    InUse(Path folder, Throwable cause) {
      super(folder + " is in use by another process: every notifier needs its own", cause);
    }
  }

  /** The process ends, and somebody asks all the same. */
  static final class Closed extends RuntimeException {
    Closed() {
      super("the view is closed");
    }
  }

  /**
   * @throws InUse if another process has opened the folder
   */
  BoardStore(Path folder) {
    try {
      Files.createDirectories(folder);
      db = RocksDB.open(options, folder.toString());
    } catch (RocksDBException e) {
      release();
      throw isLockConflict(e)
          ? new InUse(folder, e)
          : failed("opening " + folder + ", which may be deleted", e);
    } catch (IOException e) {
      release();
      throw new UncheckedIOException(e);
    }
  }

  /** RocksDB has no code of its own for it. */
  private static boolean isLockConflict(RocksDBException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("lock hold by current process") || message.contains("While lock file");
  }

  private static Options options(LRUCache cache, BloomFilter filter) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setCacheIndexAndFilterBlocks(true)
            .setFilterPolicy(filter);
    return new Options()
        .setCreateIfMissing(true)
        .setTableFormatConfig(table)
        .setWriteBufferSize(WRITE_BUFFER_BYTES)
        .setMaxWriteBufferNumber(2)
        .setMaxOpenFiles(MAX_OPEN_FILES)
        .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
        .setMaxLogFileSize(MAX_LOG_BYTES)
        .setKeepLogFileNum(2);
  }

  Optional<Progress> progress(int partition) {
    return get(StoredForm.key(partition), StoredForm.PROGRESS);
  }

  Optional<Standing> standing(EventId eventId) {
    return get(StoredForm.key(eventId), StoredForm.STANDING);
  }

  Part part(Subject.Person person) {
    Optional<Part> part = get(StoredForm.key(person), StoredForm.PART);
    return part.orElse(Part.NONE);
  }

  private <T> Optional<T> get(byte[] key, ObjectReader reader) {
    use.readLock().lock();
    try {
      byte @Nullable [] value = opened().get(key);
      return value == null ? Optional.empty() : Optional.of(StoredForm.decode(value, reader));
    } catch (RocksDBException e) {
      throw failed("reading", e);
    } finally {
      use.readLock().unlock();
    }
  }

  /** All of it or nothing. */
  void write(Batch batch) {
    use.readLock().lock();
    try {
      opened().write(unsynced, batch.batch);
    } catch (RocksDBException e) {
      throw failed("writing", e);
    } finally {
      use.readLock().unlock();
    }
  }

  /** Whether what is stored was written in this format. */
  boolean isReadable(int partition) {
    use.readLock().lock();
    try {
      byte @Nullable [] value = opened().get(StoredForm.key(partition));
      return value == null || StoredForm.isKnown(value);
    } catch (RocksDBException e) {
      throw failed("reading", e);
    } finally {
      use.readLock().unlock();
    }
  }

  void clear() {
    use.readLock().lock();
    try {
      opened().deleteRange(StoredForm.FIRST, StoredForm.LAST);
    } catch (RocksDBException e) {
      throw failed("clearing", e);
    } finally {
      use.readLock().unlock();
    }
  }

  private RocksDB opened() {
    if (closed) {
      throw new Closed();
    }
    return db;
  }

  private static IllegalStateException failed(String what, RocksDBException e) {
    return new IllegalStateException("The view failed at " + what + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    use.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        db.close();
        release();
      }
    } finally {
      use.writeLock().unlock();
    }
  }

  private void release() {
    unsynced.close();
    options.close();
    filter.close();
    cache.close();
  }

  /** What is written together. */
  static final class Batch implements AutoCloseable {

    private final WriteBatch batch = new WriteBatch();

    void put(int partition, Progress progress) {
      put(StoredForm.key(partition), progress);
    }

    void put(EventId eventId, Standing standing) {
      put(StoredForm.key(eventId), standing);
    }

    void put(Subject.Person person, Part part) {
      put(StoredForm.key(person), part);
    }

    /** Also those who were put before. */
    void dropPeople(EventId eventId) {
      try {
        batch.deleteRange(StoredForm.firstPerson(eventId), StoredForm.behindLastPerson(eventId));
      } catch (RocksDBException e) {
        throw failed("collecting a batch", e);
      }
    }

    private void put(byte[] key, Object value) {
      try {
        batch.put(key, StoredForm.encode(value));
      } catch (RocksDBException e) {
        throw failed("collecting a batch", e);
      }
    }

    @Override
    public void close() {
      batch.close();
    }
  }
}
