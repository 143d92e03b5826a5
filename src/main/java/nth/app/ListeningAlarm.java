package nth.app;

/** Who is told what keeps a listener of {@link PatientContainers} from its records. */
public interface ListeningAlarm {

  /** The same record is tried again after a pause. */
  void waiting(String topic, String why);

  /** The broker lets it read again. */
  void working(String topic);

  /** Another instance has its records now, or nobody; whoever has them tells. */
  void released(String topic);

  /**
   * Records that were gone before they were read.
   *
   * @param records topic, partition and offsets
   */
  void lost(String records);

  /** Said every ten seconds while there is nothing to read, on the listener's thread. */
  default void idle() {}
}
