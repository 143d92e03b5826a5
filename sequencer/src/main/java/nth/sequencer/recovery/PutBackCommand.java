package nth.sequencer.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import nth.contract.Command;
import nth.contract.CommandReading;
import nth.contract.DeadLetter;
import nth.contract.Headers;
import nth.contract.Json;
import nth.contract.Partitions;
import nth.contract.Topics;
import nth.sequencer.operator.CannotGoOn;
import nth.sequencer.operator.Escaped;
import nth.sequencer.operator.ExitCodes;
import nth.sequencer.operator.Installation;
import nth.sequencer.operator.OperatorCommand;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;

/** Gives a dead letter another chance. */
@picocli.CommandLine.Command(
    name = "put-back",
    description = {
      "Appends a dead letter to nth.entries again, behind everything that is there now.",
      "Only one that can be decided: for most that takes a corrected value."
    })
public final class PutBackCommand implements OperatorCommand {

  /** The offset of the dead letter; nothing of nth reads it. */
  static final String PUT_BACK_OF = "nth-put-back-of";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "OFFSET", description = "Where the letter stands in nth.dead-letters.")
  private long offset;

  @Option(
      names = "--value",
      paramLabel = "FILE",
      description = "Put back this value instead, with its event_id as the key.")
  private @Nullable Path file;

  @Option(names = "--yes", description = "Without asking.")
  private boolean sure;

  @Override
  public int run(Installation installation) throws Exception {
    Layout.check(installation);
    Letter letter =
        Letters.at(installation, offset)
            .orElseThrow(
                () -> new CannotGoOn("nth.dead-letters holds nothing at %d.".formatted(offset)));
    checkSource(letter);
    Path corrected = file;
    byte[] value = corrected == null ? received(letter) : correctedIn(corrected);
    Command command = readable(corrected == null ? letter.record().key() : keyOf(value), value);
    int partition = Partitions.of(command.eventId(), installation.topics().partitions());
    return putBack(installation, letter, command, value, partition);
  }

  private static void checkSource(Letter letter) {
    String topic = letter.source().topic();
    if (!topic.equals(Topics.ENTRIES.name())) {
      throw new CannotGoOn(
          "It came from %s, to which only the sequencer writes: see RECOVERY.md, \"The mirror"
                  .formatted(Escaped.of(topic))
              + " contradicts a record\".");
    }
  }

  private static byte @Nullable [] received(Letter letter) {
    if (!letter.isWhole()) {
      throw new CannotGoOn(
          "Only a part of its %s bytes was kept: put back a whole value with --value FILE."
              .formatted(Escaped.of(letter.length())));
    }
    return letter.record().value();
  }

  private static byte[] correctedIn(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new CannotGoOn("%s cannot be read: %s".formatted(file, e), e);
    }
  }

  private static Command readable(byte @Nullable [] key, byte @Nullable [] value) {
    return CommandReading.of(key, value, false, 0, 1)
        .on(
            new CommandReading.Cases<Command>() {
              @Override
              public Command readable(CommandReading.Readable reading) {
                return reading.command();
              }

              @Override
              public Command unreadable(CommandReading.Unreadable reading) {
                throw refused(reading.reason().wire() + ", " + reading.detail());
              }

              @Override
              public Command unsupported(CommandReading.Unsupported reading) {
                throw refused(reading.detail());
              }
            });
  }

  private static byte[] keyOf(byte[] value) {
    try {
      return Json.strict().readTree(value).path("event_id").asString("").getBytes(UTF_8);
    } catch (JacksonException e) {
      // Whatever the key: the reading says what is wrong with the value.
      return new byte[0];
    }
  }

  private static CannotGoOn refused(String why) {
    return new CannotGoOn(
        "It would be a dead letter again (%s): correct the value and give it with --value FILE."
            .formatted(Escaped.of(why)));
  }

  private int putBack(
      Installation installation, Letter letter, Command command, byte @Nullable [] value, int to)
      throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s of %s, first at %d-%d in nth.entries, goes behind everything in partition %d now.%n",
        command.type(),
        command.eventId(),
        letter.source().partition(),
        letter.source().offset(),
        to);
    if (!sure && !confirmed(out)) {
      out.println("Nothing was done.");
      return ExitCodes.NOT_DONE;
    }
    var record =
        new ProducerRecord<>(
            Topics.ENTRIES.name(),
            to,
            command.eventId().value().getBytes(UTF_8),
            value,
            headers(letter, command));
    try (var writer = new Appender(installation.producer())) {
      out.printf("It is at %d-%d now.%n", to, writer.append(record));
    }
    return ExitCodes.HOLDS;
  }

  private static boolean confirmed(PrintWriter out) throws IOException {
    out.print("Type yes to put it back: ");
    out.flush();
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    return "yes".equals(in.readLine());
  }

  /** Not ingress's own: nobody was told 202 for this one. */
  private org.apache.kafka.common.header.Headers headers(Letter letter, Command command) {
    var headers = new RecordHeaders(DeadLetter.received(letter.record().headers()));
    headers.remove(Headers.VERSION);
    headers.remove(Headers.TYPE);
    return headers
        .add(Headers.TYPE, command.type().getBytes(UTF_8))
        .add(PUT_BACK_OF, Long.toString(offset).getBytes(UTF_8));
  }
}
