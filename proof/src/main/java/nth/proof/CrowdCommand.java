package nth.proof;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import nth.proof.crowd.Crowd;
import nth.proof.crowd.CrowdSettings;
import nth.proof.stage.Doors;
import nth.proof.verdict.Evidence;
import nth.proof.verdict.Report;
import nth.proof.verdict.Tally;
import nth.proof.verdict.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proof crowd}: people at the doors of a system that somebody else runs, and breaks. */
@Command(
    name = "crowd",
    description = "Sends a crowd to a running system and judges what it saw.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class CrowdCommand implements Callable<Integer> {

  @Option(names = "--ingress", required = true, description = "Address of one instance; repeat it.")
  private List<URI> ingress = List.of();

  @Option(names = "--notifier", required = true, description = "Address of one instance.")
  private List<URI> notifiers = List.of();

  @Option(names = "--bootstrap", required = true, description = "Addresses of the brokers.")
  private String bootstrapServers = "";

  @Option(names = "--jdbc", required = true, description = "URL of the audit database.")
  private String jdbcUrl = "";

  @Option(names = "--admin-token", defaultValue = "local-admin", description = "Of an organiser.")
  private String adminToken = "";

  @Option(names = "--rate", defaultValue = "200", description = "Clicks per second.")
  private int rate;

  @Option(names = "--seconds", defaultValue = "60", description = "How long people come.")
  private int seconds;

  @Option(names = "--seed", description = "Of all chance; one of its own if not given.")
  private long seed = System.currentTimeMillis() & 0xFFFF_FFFFL;

  @Option(names = "--people", defaultValue = "2000", description = "Of the smallest promotion.")
  private int smallest;

  @Option(names = "--most-people", defaultValue = "20000", description = "Of the largest one.")
  private int largest;

  @Option(names = "--watchers", defaultValue = "60", description = "Streams open at a time.")
  private int watchers;

  @Option(names = "--folder", defaultValue = "crowd", description = "Keeps journal and report.")
  private Path folder = Path.of("crowd");

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println("seed " + seed);
    out.flush();
    Doors doors = new Doors(ingress, notifiers, bootstrapServers, jdbcUrl, adminToken);
    CrowdSettings settings =
        CrowdSettings.of(seed, rate).sized(smallest, largest).watchedBy(watchers, 20);
    Instant begun = Instant.now();
    try (Crowd crowd = Crowd.arrive(doors, settings, folder)) {
      Thread.sleep(Duration.ofSeconds(seconds).toMillis());
      crowd.leave(Duration.ofSeconds(60));
      Tally tally = Tally.of(crowd, Duration.between(begun, Instant.now()));
      Report report =
          new Report(tally, Verdict.reach(Evidence.of(crowd), doors, folder), List.of(), 0, null);
      report.write(folder);
      out.print(report.text());
      out.flush();
      return report.holds() ? 0 : 1;
    }
  }
}
