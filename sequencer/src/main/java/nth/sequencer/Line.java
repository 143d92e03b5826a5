package nth.sequencer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import nth.app.ProcessExit;
import nth.sequencer.topology.LocalState;
import nth.sequencer.topology.StopPolicy;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * The running line: opens when everything is in place, ends the process when it must not go on, and
 * leaves its group when it is closed, so that another instance takes over at once.
 */
final class Line implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(Line.class);
  private static final Duration CLOSING = Duration.ofSeconds(20);
  private static final long LOOK_MS = 1_000;

  private final LineOpening opening;
  private final Supplier<KafkaStreams> maker;
  private final Runnable rehearsal;
  private final LocalState local;
  private final StopPolicy policy;
  private final MeterRegistry meters;
  private final LineMeters own;
  private final ProcessExit exit;
  private final ApplicationEventPublisher events;

  private volatile boolean running;
  private volatile boolean decided;
  private volatile @Nullable String stopped;
  private volatile @Nullable Thread thread;
  private volatile @Nullable KafkaStreams streams;
  private @Nullable KafkaStreamsMetrics metrics;

  Line(
      LineOpening opening,
      Supplier<KafkaStreams> maker,
      Runnable rehearsal,
      LocalState local,
      StopPolicy policy,
      MeterRegistry meters,
      LineMeters own,
      ProcessExit exit,
      ApplicationEventPublisher events) {
    this.opening = opening;
    this.maker = maker;
    this.rehearsal = rehearsal;
    this.local = local;
    this.policy = policy;
    this.meters = meters;
    this.own = own;
    this.exit = exit;
    this.events = events;
  }

  /** Whether entries are being decided, as far as Streams knows. */
  boolean deciding() {
    KafkaStreams now = streams;
    return stopped == null && now != null && deciding(now.state(), decided);
  }

  /**
   * A rebalance lets the others number on, and most of the time this one too; whether anybody does
   * is for {@link Progress} to say.
   *
   * @param decided whether it has run before
   */
  static boolean deciding(KafkaStreams.State now, boolean decided) {
    return now == KafkaStreams.State.RUNNING || (decided && now == KafkaStreams.State.REBALANCING);
  }

  /** Which partitions this instance decides; another may stand by for them. */
  SortedSet<Integer> partitions() {
    KafkaStreams now = streams;
    try {
      return now == null || !deciding() ? new TreeSet<>() : active(now);
    } catch (IllegalStateException e) {
      // It is closed just now.
      return new TreeSet<>();
    }
  }

  private static SortedSet<Integer> active(KafkaStreams streams) {
    return streams.metadataForLocalThreads().stream()
        .flatMap(thread -> thread.activeTasks().stream())
        .map(task -> task.taskId().partition())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** In a few words, for health. */
  String state() {
    KafkaStreams now = streams;
    if (stopped != null) {
      return "stopped: " + stopped;
    }
    return now == null
        ? "waiting " + opening.waiting()
        : now.state().name().toLowerCase(Locale.ROOT);
  }

  /** How many this process wrote. */
  long deadLetters() {
    return own.deadLetters();
  }

  @Override
  public void start() {
    running = true;
    thread = new Thread(this::run, "line");
    thread.start();
  }

  private void run() {
    try {
      if (opening.await()) {
        begin();
        if (running) {
          rehearsal.run();
        }
        watch();
      }
    } catch (InterruptedException e) {
      // Only stop() interrupts, and there is nothing more to do.
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      log.debug("The line cannot go on", e);
      end("The line cannot begin: " + e.getMessage());
    }
  }

  private synchronized void begin() {
    if (!running) {
      return;
    }
    boolean fits = local.fits(opening.changelogs());
    if (!fits) {
      log.warn("The working copy of the state was made from other changelogs: it is made anew");
    }
    try {
      begin(!fits);
    } catch (ProcessorStateException e) {
      log.warn("The working copy of the state cannot be opened and is made anew: {}", e.toString());
      release();
      begin(true);
    }
  }

  /**
   * @param anew whether the working copy of the state is to be thrown away
   */
  private void begin(boolean anew) {
    KafkaStreams line = maker.get();
    streams = line;
    // From here on the folder is this process's own.
    if (anew) {
      line.cleanUp();
    }
    local.belongsTo(opening.changelogs());
    line.setUncaughtExceptionHandler(policy);
    line.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.REBALANCING) {
            own.rebalanced();
          }
          if (now == KafkaStreams.State.RUNNING) {
            decided = true;
          }
          if (now == KafkaStreams.State.ERROR) {
            end(policy.reason());
          }
        });
    metrics = new KafkaStreamsMetrics(line);
    metrics.bindTo(meters);
    line.start();
  }

  /** Topics that turn wrong under a running line stop it. */
  private void watch() throws InterruptedException {
    List<String> faults = opening.topicFaults();
    while (running && faults.isEmpty()) {
      Thread.sleep(LOOK_MS);
      faults = opening.topicFaults();
    }
    if (running) {
      // Closed first, so that no number is given once the end has been told.
      close();
      end(
          "The topics are not what they were (%s): put them right and start again."
              .formatted(String.join("; ", faults)));
    }
  }

  private void end(String why) {
    if (stopped == null) {
      stopped = why;
      AvailabilityChangeEvent.publish(events, this, LivenessState.BROKEN);
      exit.because(why);
    }
  }

  @Override
  public void stop() {
    Thread opener = thread;
    if (opener != null) {
      opener.interrupt();
    }
    close();
  }

  private synchronized void close() {
    running = false;
    release();
  }

  private void release() {
    KafkaStreams line = streams;
    if (metrics != null) {
      metrics.close();
    }
    if (line != null) {
      line.close(
          CloseOptions.timeout(CLOSING)
              .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
