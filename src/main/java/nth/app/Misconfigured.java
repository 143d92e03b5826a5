package nth.app;

import java.util.List;
import org.springframework.boot.ExitCodeGenerator;

/** The settings do not allow a start. */
final class Misconfigured extends RuntimeException implements ExitCodeGenerator {

  private final List<String> refusals;

  Misconfigured(List<String> refusals) {
    super(String.join("\n", refusals));
    this.refusals = List.copyOf(refusals);
  }

  List<String> refusals() {
    return refusals;
  }

  @Override
  public int getExitCode() {
    return ProcessExit.CODE;
  }
}
