package nth.proof.stage;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** All that one part says to another, and the answers; it can be cut and worse. */
public final class Wire {

  private final PartId from;
  private final PartId to;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger commitsToCut = new AtomicInteger();
  private volatile WireMode mode = new WireMode.Open();

  Wire(PartId from, PartId to) {
    this.from = from;
    this.to = to;
  }

  /** Resets what is connected, and whoever connects until it is healed. */
  public void cut() {
    switchTo(new WireMode.Cut());
    resetAll();
  }

  /** Keeps connections and lets nothing pass, as a network does that loses every packet. */
  public void freeze() {
    switchTo(new WireMode.Frozen());
  }

  public void delay(Duration by) {
    switchTo(new WireMode.Delayed(by));
  }

  /** Requests arrive, replies are swallowed; when healed, connections are reset. */
  public void dropReplies() {
    switchTo(new WireMode.Deaf());
  }

  /**
   * The next so many statements that Postgres has committed lose their answer and their connection.
   */
  public void cutAfterCommits(int count) {
    commitsToCut.set(count);
  }

  /** How many of them are still to come. */
  public int commitsToCut() {
    return commitsToCut.get();
  }

  public void heal() {
    WireMode before = mode;
    commitsToCut.set(0);
    switchTo(new WireMode.Open());
    if (before instanceof WireMode.Deaf) {
      resetAll(); // Half of what was said on them is missing.
    }
  }

  @Override
  public String toString() {
    return from + " -> " + to;
  }

  /** Whether a new connection may come to be. */
  boolean join(Connection connection) {
    connections.add(connection);
    return !(mode instanceof WireMode.Cut);
  }

  void leave(Connection connection) {
    connections.remove(connection);
  }

  int connections() {
    return connections.size();
  }

  Fate request() throws InterruptedException {
    return hold() instanceof WireMode.Cut ? Fate.RESET : Fate.PASS;
  }

  Fate reply(byte[] bytes, int length) throws InterruptedException {
    WireMode after = hold();
    if (after instanceof WireMode.Cut) {
      return Fate.RESET;
    }
    if (after instanceof WireMode.Deaf) {
      return Fate.SWALLOW;
    }
    return commitsToCut.get() > 0 && CommitReply.isIn(bytes, length) && takeOne()
        ? Fate.RESET
        : Fate.PASS;
  }

  private boolean takeOne() {
    return commitsToCut.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  /** Waits as long as this wire demands and returns what it is then. */
  private WireMode hold() throws InterruptedException {
    if (mode instanceof WireMode.Delayed delayed) {
      TimeUnit.MILLISECONDS.sleep(delayed.by().toMillis());
    }
    synchronized (this) {
      while (mode instanceof WireMode.Frozen) {
        wait();
      }
      return mode;
    }
  }

  private synchronized void switchTo(WireMode next) {
    mode = next;
    notifyAll();
  }

  private void resetAll() {
    connections.forEach(Connection::reset);
  }
}
