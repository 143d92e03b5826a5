package nth.sequencer.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * The working copy of the state in a folder. Streams goes on with it from an offset in the
 * changelogs, and does not see that they are other ones by now or that a store has been swept away;
 * here both are seen, and then the copy is made anew.
 */
public final class LocalState {

  private static final String MADE_FROM = "made-from";
  private static final String CHECKPOINT = ".checkpoint";

  private final Path folder;

  /**
   * @param stateDir as Streams has it
   */
  public LocalState(Path stateDir) {
    folder = stateDir.resolve(StreamsSettings.APPLICATION_ID);
  }

  /**
   * Whether it may be gone on with.
   *
   * @param changelogs by name
   */
  public boolean fits(Map<String, Uuid> changelogs) {
    try {
      return describe(changelogs).equals(Files.readString(folder.resolve(MADE_FROM)))
          && checkpointed().allMatch(LocalState::isWhole);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes down what the copy will be made from; only for one that fits or is empty. */
  public void belongsTo(Map<String, Uuid> changelogs) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(MADE_FROM), describe(changelogs));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String describe(Map<String, Uuid> changelogs) {
    return new TreeMap<>(changelogs)
        .entrySet().stream()
            .map(topic -> topic.getKey() + " " + topic.getValue() + "\n")
            .collect(Collectors.joining());
  }

  /** The folders of those partitions which Streams would go on with. */
  private Stream<Path> checkpointed() throws IOException {
    try (Stream<Path> tasks = Files.list(folder)) {
      List<Path> found = tasks.filter(task -> Files.exists(task.resolve(CHECKPOINT))).toList();
      return found.stream();
    }
  }

  /** RocksDB itself finds out what is missing in a store, unless all of it is. */
  private static boolean isWhole(Path task) {
    return Stores.NAMES.stream()
        .allMatch(store -> Files.exists(task.resolve("rocksdb").resolve(store).resolve("CURRENT")));
  }
}
