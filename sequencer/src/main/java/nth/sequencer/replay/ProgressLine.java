package nth.sequencer.replay;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells a person at a terminal how far the replay is; nobody else. */
final class ProgressLine {

  private static final long PAUSE_NANOS = 500_000_000;
  private static final int LOOK_EVERY = 4_096;
  private static final double MILLION = 1_000_000;

  private final PrintWriter err;
  private final boolean shown;
  private final long total;
  private long done;
  private long lastTold;

  ProgressLine(PrintWriter err, boolean shown, long total) {
    this.err = err;
    this.shown = shown;
    this.total = total;
  }

  void one() {
    done++;
    if (shown && done % LOOK_EVERY == 0 && System.nanoTime() - lastTold > PAUSE_NANOS) {
      lastTold = System.nanoTime();
      err.print("\r" + inWords(done, total));
      err.flush();
    }
  }

  /** Leaves the line empty for what follows. */
  void end() {
    if (shown) {
      err.print("\r" + " ".repeat(inWords(total, total).length()) + "\r");
      err.flush();
    }
  }

  static String inWords(long done, long total) {
    return total < MILLION
        ? Words.number(done) + " of " + Words.number(total, "command")
        : String.format(
            Locale.ROOT, "%.1f of %.1f million commands", done / MILLION, total / MILLION);
  }
}
