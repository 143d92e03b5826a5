package nth.proof.stage;

/** What a process is there for. */
public enum Role {
  BROKER,
  POSTGRES,
  SEQUENCER,
  INGRESS,
  NOTIFIER;
}
