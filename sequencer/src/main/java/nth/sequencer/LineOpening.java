package nth.sequencer;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import nth.app.ProcessExit;
import nth.app.TopicWatch;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.sequencer.topology.Changelogs;
import nth.sequencer.topology.FirstStart;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What must be in place before the line begins: a broker, the topics, its state, a position. */
final class LineOpening {

  private static final Logger log = LoggerFactory.getLogger(LineOpening.class);
  private static final int ANSWER_MS = 3_000;
  private static final long FIRST_PAUSE_MS = 200;
  private static final long LONGEST_PAUSE_MS = 5_000;

  private final Admin admin;
  private final TopicSettings settings;
  private final TopicWatch watch;
  private final Changelogs changelogs;
  private final ProcessExit exit;
  private volatile String waiting = "for the broker";

  LineOpening(
      Admin admin,
      TopicSettings settings,
      TopicWatch watch,
      Changelogs changelogs,
      ProcessExit exit) {
    this.admin = admin;
    this.settings = settings;
    this.watch = watch;
    this.changelogs = changelogs;
    this.exit = exit;
  }

  /** What the opening waits for, in a few words. */
  String waiting() {
    return waiting;
  }

  /** The topics of the state, by name, once the line may begin. */
  Map<String, Uuid> changelogs() {
    return changelogs.ids();
  }

  /** What is wrong with the topics, one sentence each. */
  List<String> topicFaults() {
    return watch.faults();
  }

  /**
   * Returns when the line may begin, however long that takes.
   *
   * @return false if it never may; then the process is told to end
   * @throws InterruptedException if the wait was called off
   */
  boolean await() throws InterruptedException {
    // A short question first, so that a broker that is away is told soon.
    var soon = new DescribeClusterOptions().timeoutMs(ANSWER_MS);
    if (!repeat(() -> admin.describeCluster(soon).nodes().get())
        || !repeat(() -> Topics.create(admin, settings))) {
      return false;
    }
    // Wrong topics end the process: the watch sees to that.
    waiting = "for the topics";
    while (!watch.sound()) {
      Thread.sleep(FIRST_PAUSE_MS);
    }
    waiting = "for its state";
    if (!repeat(changelogs::open)) {
      return false;
    }
    waiting = "for its position in the log";
    return repeat(() -> FirstStart.position(admin, settings.partitions()));
  }

  private interface Step {
    void take() throws ExecutionException, InterruptedException;
  }

  private boolean repeat(Step step) throws InterruptedException {
    long pause = FIRST_PAUSE_MS;
    while (true) {
      try {
        step.take();
        return true;
      } catch (ExecutionException e) {
        if (hopeless(e.getCause())) {
          exit.because("The line cannot begin: " + e.getCause().getMessage());
          return false;
        }
        if (pause == FIRST_PAUSE_MS) {
          log.warn("The line waits {}: {}", waiting, String.valueOf(e.getCause()));
        }
      }
      Thread.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }

  /** Whether the answer would be the same the next time. */
  private static boolean hopeless(Throwable cause) {
    return cause instanceof AuthenticationException
        || cause instanceof AuthorizationException
        || cause instanceof InvalidConfigurationException
        || cause instanceof PolicyViolationException
        || cause instanceof UnsupportedVersionException;
  }
}
