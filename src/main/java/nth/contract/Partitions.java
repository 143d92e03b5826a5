package nth.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.kafka.common.utils.Utils;

/** Which partition a promotion lives in: frozen, for a promotion that moved would start at 1. */
public final class Partitions {

  private Partitions() {}

  public static int of(EventId eventId, int partitions) {
    return Utils.toPositive(Utils.murmur2(eventId.value().getBytes(UTF_8))) % partitions;
  }
}
