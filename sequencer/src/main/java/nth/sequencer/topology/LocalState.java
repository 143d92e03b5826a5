package nth.sequencer.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/**
 * The working copy of the state in a folder. Streams goes on with it from an offset in the
 * changelogs and does not see that they are other ones by now: it would have a part of the one
 * state and a part of the other. So what it was made from is written beside it.
 */
public final class LocalState {

  private static final String MADE_FROM = "made-from";
  private static final Pattern TASK = Pattern.compile("\\d+_\\d+");

  private final Path folder;
  private final Path madeFrom;

  /**
   * @param stateDir as Streams has it
   */
  public LocalState(Path stateDir) {
    folder = stateDir.resolve(StreamsSettings.APPLICATION_ID);
    madeFrom = stateDir.resolve(MADE_FROM);
  }

  /**
   * Whether it may be gone on with; one that is empty may.
   *
   * @param changelogs by name
   */
  public boolean fits(Map<String, Uuid> changelogs) {
    try {
      return isEmpty() || describe(changelogs).equals(Files.readString(madeFrom));
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes down what the copy will be made from; only for one that fits or is empty. */
  public void belongsTo(Map<String, Uuid> changelogs) {
    try {
      Files.createDirectories(madeFrom.getParent());
      Files.writeString(madeFrom, describe(changelogs));
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

  private boolean isEmpty() throws IOException {
    if (!Files.isDirectory(folder)) {
      return true;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.noneMatch(file -> TASK.matcher(file.getFileName().toString()).matches());
    }
  }
}
