package nth.sequencer.topology;

import nth.contract.EventId;
import nth.sequencer.domain.Entrant;
import nth.sequencer.domain.Promotion;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The stores of the running line. */
final class StoredMemory implements CommandApplication.Memory {

  private final KeyValueStore<EventId, Promotion> promotions;
  private final KeyValueStore<EntrantKey, Entrant> entrants;
  private final Forgetting forgetting;

  StoredMemory(ProcessorContext<Object, Object> context) {
    promotions = context.getStateStore(Stores.PROMOTIONS);
    entrants = context.getStateStore(Stores.ENTRANTS);
    forgetting = new Forgetting(context, promotions, entrants);
    forgetting.resume();
  }

  @Override
  public @Nullable Promotion promotion(EventId eventId) {
    return promotions.get(eventId);
  }

  @Override
  public void put(EventId eventId, Promotion promotion) {
    promotions.put(eventId, promotion);
  }

  @Override
  public @Nullable Entrant entrant(EntrantKey key) {
    return entrants.get(key);
  }

  @Override
  public void put(EntrantKey key, Entrant entrant) {
    entrants.put(key, entrant);
  }

  @Override
  public void forget(EventId eventId) {
    forgetting.forget(eventId);
  }

  void close() {
    forgetting.close();
  }
}
