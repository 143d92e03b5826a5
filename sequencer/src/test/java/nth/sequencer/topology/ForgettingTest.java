package nth.sequencer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import nth.contract.CloseCause;
import nth.contract.EventId;
import nth.contract.RequestId;
import nth.contract.Seq;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import nth.sequencer.domain.Closed;
import nth.sequencer.domain.Entrant;
import nth.sequencer.domain.Promotion;
import nth.sequencer.domain.Retired;
import nth.sequencer.domain.Running;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The people of a retired promotion go bit by bit, through any restart, and nobody else goes. */
class ForgettingTest {

  private static final EventId GONE = new EventId("spring");
  private static final List<EventId> NEIGHBOURS =
      Stream.of("sprin", "spring-", "spring-opening", "spring0", "springs")
          .map(EventId::new)
          .toList();

  private static final Running RUNNING =
      new Running(1, Samples.DEFINITION, Samples.OPENS, Samples.position(0), 0, List.of());
  private static final Closed CLOSED =
      new Closed(RUNNING, Samples.at(3), CloseCause.MANUAL, Samples.position(7));
  private static final Retired RETIRED = new Retired(CLOSED, Samples.at(9), Samples.position(9));

  private final MockProcessorContext<Object, Object> context =
      new MockProcessorContext<>(Driver.settings(), new TaskId(0, 0), Driver.stateDir().toFile());
  private KeyValueStore<EventId, Promotion> promotions;
  private KeyValueStore<EntrantKey, Entrant> entrants;

  @BeforeEach
  void open() {
    new Stores(1)
        .all()
        .forEach(
            builder -> {
              StateStore store = builder.withLoggingDisabled().withCachingDisabled().build();
              store.init(context.getStateStoreContext(), store);
              context.addStateStore(store);
            });
    promotions = context.getStateStore(Stores.PROMOTIONS);
    entrants = context.getStateStore(Stores.ENTRANTS);
  }

  @Test
  void peopleGoASliceAtATime_andNobodyOfAnotherPromotion() {
    enter(GONE, 1_100);
    entrants.put(new EntrantKey(GONE, new UserId("+")), entrant());
    entrants.put(new EntrantKey(GONE, new UserId("~".repeat(255))), entrant());
    NEIGHBOURS.forEach(neighbour -> enter(neighbour, 3));

    retire(GONE);
    forgetting().forget(GONE);
    assertThat(left(GONE)).isEqualTo(1_102);
    tick();
    assertThat(left(GONE)).isEqualTo(602);
    tick();
    tick();

    assertThat(left(GONE)).isZero();
    assertThat(NEIGHBOURS).allSatisfy(neighbour -> assertThat(left(neighbour)).isEqualTo(3));
    assertThat(ticking()).isZero();
  }

  @Test
  void restartBetweenTwoSlices_goesOn() {
    enter(GONE, 1_100);
    retire(GONE);
    var before = forgetting();
    before.forget(GONE);
    tick();
    before.close();
    assertThat(ticking()).isZero();

    forgetting().resume();
    tick();
    assertThat(left(GONE)).isEqualTo(100);
    tick();

    assertThat(left(GONE)).isZero();
    assertThat(ticking()).isZero();
  }

  @Test
  void severalPromotions_shareTheSlices() {
    NEIGHBOURS.forEach(event -> enter(event, 300));
    NEIGHBOURS.forEach(this::retire);
    var forgetting = forgetting();
    NEIGHBOURS.forEach(forgetting::forget);

    for (int left = 1_500; left > 0; left -= Forgetting.SLICE) {
      assertThat(NEIGHBOURS.stream().mapToLong(this::left).sum()).isEqualTo(left);
      tick();
    }
    assertThat(NEIGHBOURS).allSatisfy(event -> assertThat(left(event)).isZero());
    assertThat(ticking()).isZero();
  }

  @Test
  void nothingTicks_whereNothingIsRetired() {
    promotions.put(new EventId("running"), RUNNING);
    promotions.put(new EventId("closed"), CLOSED);

    forgetting().resume();

    assertThat(context.scheduledPunctuators()).isEmpty();
  }

  /** As after an abort, which takes the retirement back and not what waits in memory. */
  @Test
  void aPromotionThatIsNotRetiredAfterAll_keepsItsPeople() {
    enter(GONE, 3);
    promotions.put(GONE, CLOSED);

    forgetting().forget(GONE);
    tick();

    assertThat(left(GONE)).isEqualTo(3);
    assertThat(ticking()).isZero();
  }

  /** However many have been emptied before, one search tells. */
  @Test
  void promotionsWithoutPeople_areDoneAtOnce_alsoBesideOthers() {
    EventId running = new EventId("q");
    promotions.put(running, RUNNING);
    enter(running, 3);
    var forgetting = forgetting();
    for (int i = 0; i < 1_000; i++) {
      EventId emptied = new EventId((i % 2 == 0 ? "a" : "z") + i);
      retire(emptied);
      forgetting.forget(emptied);
    }
    retire(GONE);
    enter(GONE, 2);
    forgetting.forget(GONE);
    tick();

    assertThat(left(GONE)).isZero();
    assertThat(left(running)).isEqualTo(3);
    assertThat(ticking()).isZero();
  }

  private Forgetting forgetting() {
    return new Forgetting(context, promotions, entrants);
  }

  private void retire(EventId event) {
    promotions.put(event, RETIRED);
  }

  private void enter(EventId event, int people) {
    People.crowd(people).forEach(user -> entrants.put(new EntrantKey(event, user), entrant()));
  }

  private static Entrant entrant() {
    return new Entrant(new Seq(1), new RequestId("r"), Samples.position(1), Samples.OPENS);
  }

  private long left(EventId event) {
    long left = 0;
    try (var all = entrants.all()) {
      while (all.hasNext()) {
        left += all.next().key.eventId().equals(event) ? 1 : 0;
      }
    }
    return left;
  }

  private void tick() {
    punctuators().forEach(punctuator -> punctuator.getPunctuator().punctuate(0));
  }

  private long ticking() {
    return punctuators().count();
  }

  private Stream<CapturedPunctuator> punctuators() {
    return List.copyOf(context.scheduledPunctuators()).stream().filter(p -> !p.cancelled());
  }
}
