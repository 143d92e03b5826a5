package nth.proof.stage;

import java.util.Locale;

/** What a process is there for. */
public enum Role {
  BROKER,
  POSTGRES,
  SEQUENCER,
  INGRESS,
  NOTIFIER,
  /** Of the {@link Studio} only: what the notifier is compared with. */
  BARE;

  /** As in the names of modules and jars. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
