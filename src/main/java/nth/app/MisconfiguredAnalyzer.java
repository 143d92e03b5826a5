package nth.app;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints the refusals, one a line, in place of a stack trace. */
final class MisconfiguredAnalyzer extends AbstractFailureAnalyzer<Misconfigured> {

  @Override
  protected FailureAnalysis analyze(Throwable failure, Misconfigured cause) {
    String action = cause.refusals().size() + " to be mended; nothing was started.";
    return new FailureAnalysis(String.join("\n", cause.refusals()), action, cause);
  }
}
