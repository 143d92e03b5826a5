package nth.sequencer.topology;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nth.contract.EventId;
import nth.contract.Topics;
import nth.sequencer.domain.Entrant;
import nth.sequencer.domain.Promotion;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;

/** The state of the line. The names are frozen: another name would be an empty store. */
final class Stores {

  static final String PROMOTIONS = "promotions";
  static final String ENTRANTS = "entrants";
  static final String GUARD = "guard";

  /** The one key of {@link #GUARD}. */
  static final String GUARD_KEY = "guard";

  static final List<String> NAMES = List.of(PROMOTIONS, ENTRANTS, GUARD);

  private final Map<String, String> changelog;

  Stores(int minInsyncReplicas) {
    changelog =
        Map.of(
            "min.insync.replicas", Integer.toString(minInsyncReplicas),
            "unclean.leader.election.enable", "false",
            // Log time may run ahead of a broker clock that stepped back.
            "message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
  }

  /** Of the topics that hold the stores, in Kafka's own names. */
  Map<String, String> changelog() {
    return changelog;
  }

  Set<StoreBuilder<?>> all() {
    return new LinkedHashSet<>(List.of(promotions(), entrants(), guard()));
  }

  /** Written with every entry and cached: one changelog record per promotion and commit. */
  private StoreBuilder<KeyValueStore<EventId, Promotion>> promotions() {
    return store(PROMOTIONS, Topics.RESULTS.key(), PromotionFormat.serde()).withCachingEnabled();
  }

  /** Written once per entry: a cache would save nothing. */
  private StoreBuilder<KeyValueStore<EntrantKey, Entrant>> entrants() {
    return store(ENTRANTS, EntrantKey.serde(), EntrantFormat.serde()).withCachingDisabled();
  }

  private StoreBuilder<KeyValueStore<String, Guard>> guard() {
    return store(GUARD, Serdes.String(), GuardFormat.serde()).withCachingEnabled();
  }

  private <K, V> StoreBuilder<KeyValueStore<K, V>> store(
      String name, Serde<K> key, Serde<V> value) {
    return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
            org.apache.kafka.streams.state.Stores.persistentKeyValueStore(name), key, value)
        .withLoggingEnabled(changelog);
  }
}
