package nth.notifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import nth.contract.fixtures.Tools;

/**
 * A network of its own with a cable to this machine that can be cut: whoever is there then vanishes
 * without a word. Needs Linux and the right to make one; where that is missing, the test is
 * skipped.
 */
final class FarNetwork implements AutoCloseable {

  private static final long LIMIT_SECONDS = 20;

  // One per process: the kernel's names are short and shared by the whole machine.
  private static final String NAME = "nth" + ProcessHandle.current().pid() % 1_000_000;
  private static final String NEAR_END = NAME + "n";
  private static final String FAR_END = NAME + "f";

  /** Of the block for benchmarks between networks, so nobody's. */
  private static final String BLOCK = "198.18." + ProcessHandle.current().pid() % 250 + ".";

  private static final String NEAR = BLOCK + "1";

  private final List<Process> clients = new ArrayList<>();

  private FarNetwork() {}

  static FarNetwork make() {
    Tools.require("ip");
    Tools.requireThat(run("ip", "netns", "add", NAME), "no right to make a network namespace");
    FarNetwork made = new FarNetwork();
    try {
      made.connect();
      return made;
    } catch (RuntimeException | Error e) {
      made.close();
      throw e;
    }
  }

  private void connect() {
    Tools.requireThat(
        run("ip", "link", "add", NEAR_END, "type", "veth", "peer", "name", FAR_END),
        "no right to make a network interface");
    must("ip", "link", "set", FAR_END, "netns", NAME);
    must("ip", "addr", "add", NEAR + "/24", "dev", NEAR_END);
    must("ip", "link", "set", NEAR_END, "up");
    must("ip", "-n", NAME, "addr", "add", BLOCK + "2/24", "dev", FAR_END);
    mend();
  }

  /** Nothing comes through any more, in either direction, and nobody is told. */
  void cut() {
    must("ip", "-n", NAME, "link", "set", FAR_END, "down");
  }

  void mend() {
    must("ip", "-n", NAME, "link", "set", FAR_END, "up");
  }

  /** Clients there that ask for this, and read nothing of the answer. */
  void ask(int port, String path, int clients) {
    String script =
        """
        for i in $(seq %d); do
          exec {wire}<>/dev/tcp/%s/%d
          printf 'GET %s HTTP/1.1\\r\\nHost: nth\\r\\n\\r\\n' >&$wire
        done
        exec sleep 600
        """
            .formatted(clients, NEAR, port, path);
    this.clients.add(start("ip", "netns", "exec", NAME, "bash", "-c", script));
  }

  /** They end without being able to say so, if the cable is cut. */
  void endClients() {
    clients.forEach(Process::destroyForcibly);
    clients.forEach(FarNetwork::await);
    clients.clear();
  }

  private static void must(String... command) {
    if (!run(command)) {
      throw new IllegalStateException(String.join(" ", command) + " failed");
    }
  }

  private static boolean run(String... command) {
    Process process = start(command);
    await(process);
    return process.exitValue() == 0;
  }

  private static Process start(String... command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(Process process) {
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("it does not end");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    endClients();
    run("ip", "link", "del", NEAR_END);
    run("ip", "netns", "del", NAME);
  }
}
