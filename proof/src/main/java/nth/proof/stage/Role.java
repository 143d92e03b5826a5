package nth.proof.stage;

/** What a process is there for. */
public enum Role {
  BROKER,
  POSTGRES,
  SEQUENCER,
  INGRESS,
  NOTIFIER;

  /** Whether it is one of ours: a jar, set up by its environment. */
  public boolean isApplication() {
    return switch (this) {
      case SEQUENCER, INGRESS, NOTIFIER -> true;
      case BROKER, POSTGRES -> false;
    };
  }
}
