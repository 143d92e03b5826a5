package nth.sequencer.topology;

import java.util.List;
import org.apache.kafka.common.Uuid;

/** The changelogs, as the line asks about them before it trusts what was restored from them. */
public interface StateTopics {

  /**
   * Their ids now, in the order of {@link Changelogs#NAMES}.
   *
   * @throws LineStopped if one of them is not the one that was opened
   */
  List<Uuid> unchanged();
}
