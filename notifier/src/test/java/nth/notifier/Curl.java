package nth.notifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import nth.contract.fixtures.Tools;

/** A real {@code curl -N}, which writes what it hears to a file. */
final class Curl implements AutoCloseable {

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final Path output;
  private final Process process;

  /** Skips the test where there is none, see {@link Tools}. */
  Curl(Path folder, Site site, String path, String... options) {
    Tools.require("curl");
    output = folder.resolve("curl-" + COUNT.incrementAndGet() + ".txt");
    List<String> command = new ArrayList<>(List.of("curl", "-sSN"));
    command.addAll(List.of(options));
    command.add(site.address().resolve(path).toString());
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** What it has heard so far, with the head if it was started with {@code -i}. */
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Curl untilHeard(String words) {
    Instance.until(() -> output().contains(words));
    return this;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGSTOP: it takes nothing any more, and its connection stays. */
  void freeze() {
    signal("STOP");
  }

  /** SIGCONT. */
  void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** 0 where the answer was whole. */
  int awaitExit() {
    Instance.until(() -> !process.isAlive());
    return process.exitValue();
  }

  @Override
  public void close() {
    try {
      process.destroyForcibly().waitFor(Instance.LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
