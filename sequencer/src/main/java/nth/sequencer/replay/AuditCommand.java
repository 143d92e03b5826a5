package nth.sequencer.replay;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import nth.contract.EventId;
import nth.contract.Json;
import nth.contract.UserId;
import nth.sequencer.operator.ExitCodes;
import nth.sequencer.operator.Installation;
import nth.sequencer.operator.OperatorCommand;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code audit}. */
@Command(
    name = "audit",
    description = {
      "Replays nth.entries from its first record through the rules and compares what follows",
      "with nth.results, nth.winners, nth.promotions, nth.dead-letters and Postgres.",
      "It changes nothing and may be run while the line works."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:holds: everything is as it must be",
      "1:violated: the differences are listed",
      "2:could not read: a part does not answer, or what is there cannot be judged"
    })
public final class AuditCommand implements OperatorCommand {

  private static final int MIRROR_LOOKS = 5;
  private static final Duration MIRROR_PAUSE = Duration.ofSeconds(1);

  private final Clock clock;

  @Spec private CommandSpec spec;

  @Option(names = "--event", paramLabel = "ID", description = "Only this promotion.")
  private @Nullable EventId event;

  @Option(
      names = "--user",
      paramLabel = "ID",
      description = "Also tells why this person did or did not win.")
  private @Nullable UserId user;

  @Option(names = "--json", description = "Prints one JSON document instead of text.")
  private boolean json;

  @Option(names = "--no-database", description = "Does not compare Postgres.")
  private boolean noDatabase;

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description = {
        "Where a temporary store of some 200 bytes per entry is made, and deleted at the end.",
        "Without it below the data folder: a system's temporary folder may be memory."
      })
  private @Nullable Path workDir;

  public AuditCommand() {
    this(Clock.systemUTC());
  }

  /**
   * @param clock that tells how old something is
   */
  AuditCommand(Clock clock) {
    this.clock = clock;
  }

  @Override
  public int run(Installation installation) throws Exception {
    MirrorTables tables = noDatabase ? null : new MirrorTables(installation.database());
    Admin admin = installation.admin();
    if (tables != null) {
      tables.probe();
    }
    MirrorCheck mirror = tables == null ? null : mirror(tables, admin);
    Freeze freeze = new Freeze(admin, installation.topics(), clock);
    Frozen frozen = freeze.now();
    Report report;
    try (WorkFolder folder = WorkFolder.below(workDir(installation));
        People people = new People(folder.path())) {
      report =
          new Audit(
                  frozen,
                  tapes(installation.consumer(), frozen),
                  new Scope(event, user),
                  Boolean.parseBoolean(installation.setting("nth.sequencer.accept-create-time")),
                  people)
              .run(mirror, later(freeze, frozen), progress(frozen));
    }
    print(report);
    return report.holds() ? ExitCodes.HOLDS : ExitCodes.VIOLATED;
  }

  private MirrorCheck mirror(MirrorTables tables, Admin admin) {
    return new MirrorCheck(
        tables, () -> MirrorPositions.read(admin), clock, MIRROR_LOOKS, MIRROR_PAUSE);
  }

  private Path workDir(Installation installation) {
    if (workDir != null) {
      return workDir;
    }
    String data = installation.setting("nth.data-dir");
    return Path.of(data == null ? "data" : data, "audit");
  }

  private static Tapes tapes(Map<String, Object> consumer, Frozen frozen) {
    return (topic, partition) ->
        new KafkaTape(
            consumer, new TopicPartition(topic.name(), partition), frozen.range(topic, partition));
  }

  private static Supplier<Frozen> later(Freeze freeze, Frozen frozen) {
    return () -> {
      try {
        return frozen.until(freeze.entriesEnds());
      } catch (ExecutionException e) {
        throw new KafkaException(e.getCause());
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    };
  }

  private ProgressLine progress(Frozen frozen) {
    PrintWriter err = spec.commandLine().getErr();
    return new ProgressLine(err, System.console() != null && !json, frozen.records());
  }

  private void print(Report report) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.strict().writeValueAsString(report));
    } else {
      new TextReport(report, out).print();
    }
    out.flush();
  }
}
