package nth.proof.stage;

/** What a process is there for. */
public enum Role {
  BROKER,
  POSTGRES,
  SEQUENCER,
  INGRESS,
  NOTIFIER,
  /** Of the {@link Studio} only: what the notifier is compared with. */
  BARE;
}
