package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

class LiveStreamTest {

  private final LiveStream stream =
      new LiveStream(new Subject.Person(Samples.EVENT, People.ALICE), Duration.ofHours(1), null);
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
      heard.add(words.replaceFirst("retry: \\d+", "retry: *"));
    }

    @Override
    protected void hookOnComplete() {
      complete = true;
    }
  }

  private void listen(long demand) {
    stream.chunks().concatMap(words -> words).subscribe(reader);
    reader.request(demand);
  }

  private static Telling open(long order, String content) {
    return new Telling(order, frame(order, content), null, false);
  }

  private static Telling.Frame frame(long id, String content) {
    return new Telling.Frame(id, content, content);
  }

  private static Telling closed(long order, String content) {
    return new Telling(order, frame(Telling.NO_ID, content), frame(order, "shut"), true);
  }

  @Test
  void everyTelling_isSaid_whereTheReaderKeepsUp() {
    listen(Long.MAX_VALUE);
    stream.offer(open(3, "a"));
    stream.offer(open(4, "b"));
    stream.offer(closed(7, "b"));

    assertThat(reader.heard)
        .containsExactly(
            "retry: *\nid: 3\nevent: snapshot\ndata: a\n\n",
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

    assertThat(reader.heard).containsExactly("retry: *\nid: 9\nevent: snapshot\ndata: news\n\n");
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
    stream.offer(new Telling(-1, frame(Telling.NO_ID, "none"), null, false));

    assertThat(reader.heard).containsExactly("retry: *\nevent: snapshot\ndata: none\n\n");
  }

  @Test
  void snapshotOfAClosedPromotion_keepsTheFinalIdForItsLastFrame() {
    listen(Long.MAX_VALUE);
    stream.offer(closed(5, "x"));

    assertThat(reader.heard)
        .containsExactly(
            "retry: *\nevent: snapshot\ndata: x\n\nid: 5\nevent: closed\ndata: shut\n\n");
  }

  @Test
  void end_saysWhatIsLeft_andCompletes() {
    stream.offer(open(3, "a"));
    stream.end();
    listen(Long.MAX_VALUE);

    assertThat(reader.heard).containsExactly("retry: *\nid: 3\nevent: snapshot\ndata: a\n\n");
    assertThat(reader.complete).isTrue();
  }

  @Test
  void end_beforeAnything_saysWhenToComeBack() {
    listen(Long.MAX_VALUE);
    stream.end();

    assertThat(reader.heard).containsExactly("retry: *\n\n");
    assertThat(reader.complete).isTrue();
  }

  // O-30
  @Test
  void silence_isFilledWithAComment_onlyWhereTheReaderTakesIt() {
    listen(1);
    stream.offer(open(3, "a"));
    for (int i = 0; i < 100; i++) {
      stream.tick(Duration.ZERO);
    }
    reader.request(Long.MAX_VALUE);
    assertThat(reader.heard).hasSizeBetween(2, 3).last().isEqualTo(":\n\n");
  }

  // O-36
  @Test
  void lifetime_endsTheStreamCleanly() {
    LiveStream brief =
        new LiveStream(new Subject.Promotion(Samples.EVENT), Duration.ofNanos(1), null);
    brief.chunks().concatMap(words -> words).subscribe(reader);
    reader.request(Long.MAX_VALUE);
    brief.offer(open(3, "a"));
    brief.tick(Duration.ofHours(1));

    assertThat(reader.heard).hasSize(1);
    assertThat(reader.complete).isTrue();
  }

  @Test
  void whenItIsNotKnownAnyMoreWhoListens_nothingIsSaid_butWhenToComeBack() {
    LiveStream unknown =
        new LiveStream(
            new Subject.Person(Samples.EVENT, People.ALICE),
            Duration.ofHours(1),
            Instant.now().minusSeconds(20));
    unknown.chunks().concatMap(words -> words).subscribe(reader);
    reader.request(Long.MAX_VALUE);
    unknown.offer(open(3, "secret"));

    assertThat(reader.heard).containsExactly("retry: *\n\n");
    assertThat(reader.complete).isTrue();
  }
}
