package nth.sequencer.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import nth.contract.Json;
import nth.sequencer.operator.CannotGoOn;
import org.apache.kafka.common.Uuid;
import tools.jackson.databind.JsonNode;

/**
 * A copy of {@code nth.entries} in a folder: what it is a copy of, and pieces that follow each
 * other. A piece is complete or it is not there.
 */
final class Copy {

  private static final String ABOUT = "nth.entries.json";
  private static final String UNFINISHED = ".tmp";
  private static final Pattern PIECE =
      Pattern.compile("nth\\.entries-(\\d+)-(\\d{20})-(\\d{20})\\.jsonl\\.gz");

  private final Path folder;

  /** Where the records come from or go to, in order. */
  interface Records {
    boolean hasNext();

    CopiedRecord next();
  }

  /** Takes a record out of a piece. */
  interface Taker {
    void take(CopiedRecord record) throws Exception;
  }

  /** What a folder holds a copy of. */
  record About(String topicId, int partitions) {}

  /** Offsets {@code first} to {@code last} of a partition. */
  record Piece(int partition, long first, long last, Path file) {}

  Copy(Path folder) {
    this.folder = folder;
  }

  Optional<About> about() throws IOException {
    try {
      JsonNode found = Json.strict().readTree(Files.readString(folder.resolve(ABOUT)));
      return Optional.of(
          new About(found.required("topic_id").asString(), found.required("partitions").asInt()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  void begin(Uuid topicId, int partitions) throws IOException {
    Files.createDirectories(folder);
    String text =
        Json.strict()
            .createObjectNode()
            .put("topic_id", topicId.toString())
            .put("partitions", partitions)
            .toString();
    Path unfinished = folder.resolve(ABOUT + UNFINISHED);
    Files.writeString(unfinished, text + "\n");
    finish(unfinished, folder.resolve(ABOUT));
  }

  /**
   * The pieces of a partition, in order.
   *
   * @throws CannotGoOn if one is missing in between
   */
  List<Piece> pieces(int partition) throws IOException {
    List<Piece> pieces;
    try (Stream<Path> files = Files.list(folder)) {
      pieces =
          files
              .flatMap(file -> piece(file).stream())
              .filter(piece -> piece.partition() == partition)
              .sorted(Comparator.comparingLong(Piece::first))
              .toList();
    }
    long next = 0;
    for (Piece piece : pieces) {
      if (piece.first() != next) {
        throw new CannotGoOn(
            "%s should begin at offset %d: a piece of the copy is missing before it."
                .formatted(piece.file(), next));
      }
      next = piece.last() + 1;
    }
    return pieces;
  }

  private static Optional<Piece> piece(Path file) {
    Matcher name = PIECE.matcher(file.getFileName().toString());
    return name.matches()
        ? Optional.of(
            new Piece(
                Integer.parseInt(name.group(1)),
                Long.parseLong(name.group(2)),
                Long.parseLong(name.group(3)),
                file))
        : Optional.empty();
  }

  /**
   * Adds a piece of all of these, of which there is at least one.
   *
   * @param first the offset of the first
   * @throws CannotGoOn if they do not follow each other
   */
  Piece add(int partition, long first, Records records) throws IOException {
    Path unfinished = folder.resolve("nth.entries-" + partition + UNFINISHED);
    long next = first;
    try (FileChannel file = open(unfinished)) {
      var out =
          new BufferedWriter(
              new OutputStreamWriter(new GZIPOutputStream(Channels.newOutputStream(file)), UTF_8));
      while (records.hasNext()) {
        CopiedRecord record = records.next();
        checkFollows(partition, next++, record);
        out.write(record.line() + "\n");
      }
      out.close();
    }
    String name = "nth.entries-%d-%020d-%020d.jsonl.gz".formatted(partition, first, next - 1);
    finish(unfinished, folder.resolve(name));
    return new Piece(partition, first, next - 1, folder.resolve(name));
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
  }

  private static void checkFollows(int partition, long expected, CopiedRecord record) {
    if (record.offset() != expected) {
      throw new CannotGoOn(
          "nth.entries-%d holds nothing at offset %d, so it cannot be copied: somebody else wrote"
                  .formatted(partition, expected)
              + " to it, or its beginning was deleted.");
    }
  }

  /** On the disk before it has its name, and its name on the disk, too. */
  private void finish(Path unfinished, Path file) throws IOException {
    try (FileChannel written = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  /** Hands over the records of a piece, which must be those its name says. */
  static void read(Piece piece, Taker taker) throws Exception {
    long next = piece.first();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(piece.file())), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        CopiedRecord record = CopiedRecord.parse(line);
        checkFollows(piece.partition(), next++, record);
        taker.take(record);
      }
    } catch (UncheckedIOException | IOException e) {
      throw new CannotGoOn("%s cannot be read: %s".formatted(piece.file(), e.getMessage()), e);
    }
    if (next != piece.last() + 1) {
      throw new CannotGoOn(
          "%s ends at offset %d and its name says %d."
              .formatted(piece.file(), next - 1, piece.last()));
    }
  }
}
