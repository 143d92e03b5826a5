package nth.notifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

class LiveStreamTest {

  private static final Duration COMEBACK = Duration.ofSeconds(3);
  private static final Subject ALICE = new Subject.Person(Samples.EVENT, People.ALICE);

  private final Places places =
      new Places(SampleSettings.room(100, 100), new SimpleMeterRegistry());
  private final AtomicLong nanos = new AtomicLong();
  private final LiveStream stream = stream(ALICE, Duration.ofHours(1), Duration.ofHours(2));
  private final Reader reader = new Reader();

  /** Takes what it asked for and not more. */
  private static final class Reader extends BaseSubscriber<String> {
    private final List<String> heard = new ArrayList<>();
    private boolean complete;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      // Asks later.
    }

    @Override
    protected void hookOnNext(String words) {
      heard.add(words);
    }

    @Override
    protected void hookOnComplete() {
      complete = true;
    }
  }

  static final class Phone implements LiveStream.Line {
    private boolean room = true;
    private int hungUp;

    @Override
    public boolean hasRoom() {
      return room;
    }

    @Override
    public void hangUp() {
      hungUp++;
    }
  }

  private LiveStream stream(Subject subject, Duration lifetime, Duration known) {
    return new LiveStream(
        subject, places.take(Optional.empty()), COMEBACK, lifetime, known, nanos::get);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private void listen(long demand) {
    listen(stream, new Phone(), demand);
  }

  private void listen(LiveStream stream, LiveStream.Line line, long demand) {
    stream
        .chunks(line)
        .concatMap(words -> words)
        .map(words -> new String(words, UTF_8))
        .subscribe(reader);
    reader.request(demand);
  }

  private static Telling open(long order, String content) {
    return new Telling(order, frame(order, content), null, false, null);
  }

  private static Telling.Frame frame(long id, String content) {
    return new Telling.Frame(id, content, content.getBytes(UTF_8));
  }

  private static Telling closed(long order, String content) {
    return new Telling(order, frame(Telling.NO_ID, content), frame(order, "shut"), true, null);
  }

  @Test
  void everyTelling_isSaid_whereTheReaderKeepsUp() {
    listen(Long.MAX_VALUE);
    stream.offer(open(3, "a"));
    stream.offer(open(4, "b"));
    stream.offer(closed(7, "b"));

    assertThat(reader.heard)
        .containsExactly(
            "retry: 3000\nid: 3\nevent: snapshot\ndata: a\n\n",
            "id: 4\nevent: result\ndata: b\n\n",
            "id: 7\nevent: closed\ndata: shut\n\n");
    assertThat(reader.complete).isTrue();
  }

  // O-33
  @Test
  void slowReader_getsTheLatestOnly_andNeverMissesTheLast() {
    listen(1);
    stream.offer(open(3, "a"));
    for (int i = 4; i < 1_000; i++) {
      stream.offer(open(i, "n" + i));
    }
    stream.offer(closed(1_000, "last"));
    assertThat(reader.complete).isFalse();

    reader.request(Long.MAX_VALUE);

    assertThat(reader.heard.get(0)).contains("data: a");
    assertThat(reader.heard.get(reader.heard.size() - 1))
        .endsWith("event: result\ndata: last\n\nid: 1000\nevent: closed\ndata: shut\n\n");
    // One may have been worded before the reader fell behind.
    assertThat(reader.heard).hasSizeLessThanOrEqualTo(3);
    assertThat(reader.complete).isTrue();
  }

  // O-21
  @Test
  void snapshot_thatIsOlderThanTheNews_isDropped() {
    stream.offer(open(9, "news"));
    stream.offer(open(3, "snapshot"));
    listen(Long.MAX_VALUE);

    assertThat(reader.heard).containsExactly("retry: 3000\nid: 9\nevent: snapshot\ndata: news\n\n");
  }

  @Test
  void sameContent_isNotSaidTwice() {
    listen(Long.MAX_VALUE);
    stream.offer(open(3, "a"));
    stream.offer(open(4, "a"));

    assertThat(reader.heard).hasSize(1);
  }

  @Test
  void unconcerned_hasNoIdLine() {
    listen(Long.MAX_VALUE);
    stream.offer(new Telling(-1, frame(Telling.NO_ID, "none"), null, false, null));

    assertThat(reader.heard).containsExactly("retry: 3000\nevent: snapshot\ndata: none\n\n");
  }

  @Test
  void snapshotOfAClosedPromotion_keepsTheFinalIdForItsLastFrame() {
    listen(Long.MAX_VALUE);
    stream.offer(closed(5, "x"));

    assertThat(reader.heard)
        .containsExactly(
            "retry: 3000\nevent: snapshot\ndata: x\n\nid: 5\nevent: closed\ndata: shut\n\n");
  }

  @Test
  void end_saysWhatIsLeft_andCompletes() {
    stream.offer(open(3, "a"));
    stream.end();
    listen(Long.MAX_VALUE);

    assertThat(reader.heard).containsExactly("retry: 3000\nid: 3\nevent: snapshot\ndata: a\n\n");
    assertThat(reader.complete).isTrue();
  }

  @Test
  void end_beforeAnything_saysWhenToComeBack() {
    listen(Long.MAX_VALUE);
    stream.end();

    assertThat(reader.heard).containsExactly("retry: 3000\n\n");
    assertThat(reader.complete).isTrue();
  }

  // O-30
  @Test
  void silence_isFilledWithAComment_onlyWhereTheReaderTakesIt() {
    listen(1);
    stream.offer(open(3, "a"));
    for (int i = 0; i < 100; i++) {
      stream.tick(Duration.ZERO, Duration.ofHours(1));
    }
    reader.request(Long.MAX_VALUE);
    assertThat(reader.heard).hasSizeBetween(2, 3).last().isEqualTo(":\n\n");
  }

  // O-36
  @Test
  void lifetime_endsTheStreamCleanly() {
    listen(Long.MAX_VALUE);
    stream.offer(open(3, "a"));
    assertThat(turn(Duration.ofHours(1))).isFalse();
    pass(Duration.ofHours(1));
    assertThat(turn(Duration.ofHours(1))).isTrue();
    assertThat(turn(Duration.ofHours(1))).isFalse();

    assertThat(reader.heard).hasSize(1);
    assertThat(reader.complete).isTrue();
  }

  @Test
  void whenItIsNotKnownAnyMoreWhoListens_nothingIsSaid_butWhenToComeBack() {
    LiveStream unknown = stream(ALICE, Duration.ofHours(1), Duration.ZERO);
    listen(unknown, new Phone(), Long.MAX_VALUE);
    unknown.offer(open(3, "secret"));

    assertThat(reader.heard).containsExactly("retry: 3000\n\n");
    assertThat(reader.complete).isTrue();
  }

  private boolean turn(Duration stallLimit) {
    return stream.tick(Duration.ofHours(9), stallLimit);
  }

  // O-33
  @Test
  void whereThereIsNoRoom_nothingIsWorded_untilThereIs_andThenTheLatest() {
    Phone phone = new Phone();
    phone.room = false;
    listen(stream, phone, Long.MAX_VALUE);
    stream.offer(open(3, "a"));
    stream.offer(open(4, "b"));
    turn(Duration.ofHours(1));
    assertThat(reader.heard).isEmpty();

    phone.room = true;
    turn(Duration.ofHours(1));

    assertThat(reader.heard).containsExactly("retry: 3000\nid: 4\nevent: snapshot\ndata: b\n\n");
  }

  // O-33
  @Test
  void readerThatTakesNothing_isGivenUp_once_andOneThatOwesNothing_never() {
    Phone phone = new Phone();
    listen(stream, phone, Long.MAX_VALUE);
    stream.offer(open(3, "a"));
    pass(Duration.ofMinutes(1));
    turn(Duration.ofMinutes(1));
    assertThat(phone.hungUp).isZero();

    phone.room = false;
    stream.offer(open(4, "b"));
    turn(Duration.ofMinutes(1));
    assertThat(phone.hungUp).isZero();
    pass(Duration.ofMinutes(2));
    turn(Duration.ofMinutes(1));
    turn(Duration.ofMinutes(1));
    assertThat(phone.hungUp).isEqualTo(1);
  }

  /** Who has stopped listening is not waited for at the end. */
  @Test
  void readerThatDoesNotTakeTheEnd_isGivenUpSoon() {
    Phone phone = new Phone();
    listen(stream, phone, Long.MAX_VALUE);
    stream.offer(open(3, "a"));
    phone.room = false;
    stream.end();
    pass(Duration.ofSeconds(4));
    turn(Duration.ofHours(1));
    assertThat(phone.hungUp).isZero();

    pass(Duration.ofSeconds(2));
    turn(Duration.ofHours(1));
    assertThat(phone.hungUp).isEqualTo(1);
  }

  @Test
  void slowReader_hasAsLongForTheEnd_asAnyOther() {
    Phone phone = new Phone();
    listen(stream, phone, Long.MAX_VALUE);
    phone.room = false;
    stream.offer(open(3, "a"));
    pass(Duration.ofSeconds(30));
    stream.end();
    pass(Duration.ofSeconds(4));
    turn(Duration.ofHours(1));
    assertThat(phone.hungUp).isZero();

    phone.room = true;
    turn(Duration.ofHours(1));
    assertThat(reader.heard).hasSize(1).last().asString().contains("data: a");
    assertThat(reader.complete).isTrue();
  }

  @Test
  void pulseThatCouldNotBeGiven_doesNotKeepTheNextFromBeing() throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    stream
        .chunks(new Phone())
        .concatMap(words -> words)
        .subscribe(
            words -> {
              heard.add(new String(words, UTF_8));
              inside.countDown();
              await(goOn);
            });
    Thread slow = new Thread(() -> stream.offer(open(3, "a")));
    slow.start();
    await(inside);
    assertThatThrownBy(() -> stream.offer(open(4, "b"))).isInstanceOf(RuntimeException.class);
    goOn.countDown();
    slow.join();

    turn(Duration.ofHours(1));

    assertThat(heard).hasSize(2).last().asString().contains("data: b");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(Instance.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  // O-21
  @Test
  void opening_isNotTakenBack_byASnapshotFromBeforeIt() {
    listen(Long.MAX_VALUE);
    stream.offer(open(3, "open"));
    stream.offer(new Telling(3, frame(3, "scheduled"), null, false, Instant.EPOCH));

    assertThat(reader.heard).singleElement().asString().contains("data: open");
  }

  @Test
  void endTogetherWithOthers_saysAnewWhenToComeBack() {
    listen(Long.MAX_VALUE);
    stream.offer(open(3, "a"));
    stream.end(Duration.ofSeconds(9));

    assertThat(reader.heard).last().isEqualTo("retry: 9000\n\n");
    assertThat(reader.complete).isTrue();
  }

  @Test
  void whatTimeMakesUntrue_isKnown() {
    Instant opening = Instant.parse("2026-01-01T10:00:00Z");
    assertThat(stream.isOutdated(opening)).isFalse();
    stream.offer(new Telling(3, frame(3, "scheduled"), null, false, opening));

    assertThat(stream.isOutdated(opening.minusMillis(1))).isFalse();
    assertThat(stream.isOutdated(opening)).isTrue();
    stream.offer(open(3, "open"));
    assertThat(stream.isOutdated(opening)).isFalse();
  }
}
