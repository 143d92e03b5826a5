package nth.proof.stage;

/** The stage cannot be set up; the message is for whoever runs it. */
public final class StageException extends RuntimeException {

  public StageException(String message) {
    super(message);
  }

  public StageException(String message, Throwable cause) {
    super(message, cause);
  }
}
