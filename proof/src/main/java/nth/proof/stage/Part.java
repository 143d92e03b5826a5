package nth.proof.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of the stage and those that take its place. One that ends by itself is started again
 * after a second, as {@code restart: unless-stopped} does; one that was killed here stays down.
 */
public final class Part {

  private static final Logger log = LoggerFactory.getLogger(Part.class);
  private static final long STOP_SECONDS = 60;
  private static final int ENDS_BEFORE_READY = 5;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Executor AFTER_A_SECOND =
      CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

  private final PartId id;
  private volatile Program program;
  private final BooleanSupplier serving;
  private final List<Ended> ends = new ArrayList<>();
  private @Nullable Process process;
  private boolean wanted;
  private boolean paused;
  private boolean retired;

  /** An end that nobody here had asked for. */
  public record Ended(Instant at, int exitCode) {}

  Part(PartId id, Program program, BooleanSupplier serving) {
    this.id = id;
    this.program = program;
    this.serving = serving;
  }

  public PartId id() {
    return id;
  }

  public Path folder() {
    return program.folder();
  }

  /** Of the process that runs. */
  public synchronized long pid() {
    if (process == null) {
      throw new IllegalStateException(id + " has never been started");
    }
    return process.pid();
  }

  /** Where what is started keeps its things; the log is not among them. */
  public Path data() {
    return program.folder().resolve("data");
  }

  /** Deletes all of that. */
  public void wipe() throws IOException {
    Folders.delete(data());
  }

  /** From its next start on. */
  void become(Program other) {
    program = other;
  }

  /** Does nothing if it runs. */
  public synchronized void start() {
    wanted = true;
    if (isAlive() || retired) {
      return;
    }
    try {
      Process started = program.prepare().start();
      process = started;
      paused = false;
      Leftover.note(folder(), started.toHandle());
      started.onExit().thenAccept(this::ended);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL; it stays down until it is started. */
  public void kill9() {
    Process running = unwanted();
    if (running != null) {
      running.destroyForcibly();
      awaitEnd(running);
    }
  }

  /** Asks it to end in good order; it stays down. Returns its exit code, if it ran. */
  public OptionalInt terminate() {
    Process running = unwanted();
    if (running == null) {
      return OptionalInt.empty();
    }
    signal(running, program.stopSignal());
    if (!awaitEnd(running)) {
      log.warn("{} does not end within {} s", id, STOP_SECONDS);
      running.destroyForcibly();
      awaitEnd(running);
    }
    return OptionalInt.of(running.exitValue());
  }

  /** Ends for good: whoever starts it now starts nothing. */
  void retire() {
    synchronized (this) {
      retired = true;
    }
    if (id.role() == Role.POSTGRES && isAlive()) {
      terminate(); // Killed, it would leave its children behind for a moment.
    }
    kill9();
  }

  /** SIGSTOP: it stands still and does not know. */
  public synchronized void pause() {
    if (process == null || !process.isAlive()) {
      throw new IllegalStateException(id + " is down and cannot be paused");
    }
    signal(process, "STOP");
    paused = true;
  }

  public synchronized void resume() {
    if (process != null) {
      signal(process, "CONT");
      paused = false;
    }
  }

  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Alive, awake, and by its own account able to work. */
  public boolean isReady() {
    synchronized (this) {
      if (!isAlive() || paused) {
        return false;
      }
    }
    return serving.getAsBoolean();
  }

  /** Whether it came to be ready within the limit, without ending again and again. */
  public boolean awaitReady(Duration limit) throws InterruptedException {
    Instant end = Instant.now().plus(limit);
    int patience = ends().size() + ENDS_BEFORE_READY;
    while (!isReady()) {
      if (Instant.now().isAfter(end) || ends().size() > patience) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
    }
    return true;
  }

  /** Every time it ended by itself. */
  public synchronized List<Ended> ends() {
    return List.copyOf(ends);
  }

  /** The end of what all its runs have printed. */
  public List<String> lastLines(int count) {
    try {
      List<String> all = Files.readAllLines(program.output());
      return all.subList(Math.max(0, all.size() - count), all.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return id.toString();
  }

  private synchronized @Nullable Process unwanted() {
    wanted = false;
    return isAlive() ? process : null;
  }

  private synchronized void ended(Process which) {
    if (wanted && which == process) {
      ends.add(new Ended(Instant.now(), which.exitValue()));
      log.info("{} ended by itself with exit code {}", id, which.exitValue());
      AFTER_A_SECOND.execute(this::startIfWanted);
    }
  }

  private synchronized void startIfWanted() {
    if (wanted) {
      start();
    }
  }

  private static boolean awaitEnd(Process running) {
    try {
      return running.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void signal(Process to, String name) {
    try {
      String pid = Long.toString(to.pid());
      int exitCode = new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
      if (exitCode != 0 && to.isAlive()) {
        throw new IllegalStateException("kill -" + name + " " + pid + " says " + exitCode);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
