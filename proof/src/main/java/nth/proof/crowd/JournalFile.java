package nth.proof.crowd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import nth.contract.EventId;

/** The journal as people read it: {@code journal.tsv}, a line for each attempt. */
final class JournalFile implements AutoCloseable {

  private static final String HEAD =
      "answered_at\tms\tevent\tuser\trequest\tingress\tstatus\tcode\tposition\tseq\n";

  private final Writer file;

  JournalFile(Path folder) {
    try {
      Files.createDirectories(folder);
      file = Files.newBufferedWriter(folder.resolve("journal.tsv"));
      file.write(HEAD);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void write(EventId event, Attempt attempt) {
    try {
      file.append(line(event, attempt)).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String line(EventId event, Attempt attempt) {
    Answer answer = attempt.answer();
    Duration took = Duration.ofNanos(attempt.answeredAt() - attempt.sentAt());
    return String.join(
        "\t",
        Timeline.at(attempt.answeredAt()).toString(),
        Long.toString(took.toMillis()),
        event.value(),
        attempt.userId(),
        String.valueOf(answer.requestId() == null ? attempt.sentId() : answer.requestId()),
        Integer.toString(attempt.ingress()),
        Integer.toString(answer.status()),
        answer.code().wire(),
        String.valueOf(answer.position()),
        Long.toString(answer.seq()));
  }

  void flush() {
    try {
      file.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
