package nth.proof.build;

/** A commit cannot be built here. */
public final class BuildException extends RuntimeException {

  BuildException(String message) {
    super(message);
  }

  BuildException(String message, Throwable cause) {
    super(message, cause);
  }
}
