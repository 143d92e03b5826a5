package nth.notifier;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What one stream has said already, and how it says the rest. Of one thread at a time. */
final class Wording {

  static final byte[] NOTHING = {};
  static final byte[] COMMENT = ":\n\n".getBytes(US_ASCII);

  private final String newsType;
  private Duration comeback;
  private boolean comebackSaid;
  private Telling.@Nullable Frame said;
  private long lastId = Telling.NO_ID;

  /**
   * @param newsType the event type of what follows the snapshot
   */
  Wording(String newsType, Duration comeback) {
    this.newsType = newsType;
    this.comeback = comeback;
  }

  /** Said with whatever is said next, also if another time was told before. */
  void comeBackAfter(Duration comeback) {
    this.comeback = comeback;
    this.comebackSaid = false;
  }

  /**
   * What of it has not been said yet.
   *
   * @param telling null: there is nothing but when to come back
   */
  byte[] of(@Nullable Telling telling) {
    ByteArrayOutputStream words = new ByteArrayOutputStream();
    if (!comebackSaid) {
      comebackSaid = true;
      write("retry: " + comeback.toMillis() + '\n', words);
    }
    int before = words.size();
    if (telling != null) {
      say(telling, words);
    }
    if (before > 0 && words.size() == before) {
      write("\n", words);
    }
    return words.toByteArray();
  }

  private void say(Telling telling, ByteArrayOutputStream words) {
    Telling.Frame frame = telling.frame();
    boolean news = said == null || !Objects.equals(said.content(), frame.content());
    Telling.Frame closing = telling.closing();
    boolean saidByClosing = closing != null && closing.content().equals(frame.content());
    if (said == null) {
      say("snapshot", frame, words);
    } else if (news && !saidByClosing) {
      say(newsType, frame, words);
    }
    said = frame;
    if (closing != null) {
      say("closed", closing, words);
    }
  }

  /** The id is left out where it would not rise: clients keep the last one. */
  private void say(String name, Telling.Frame frame, ByteArrayOutputStream words) {
    String id = "";
    if (frame.id() > lastId) {
      lastId = frame.id();
      id = "id: " + lastId + '\n';
    }
    write(id + "event: " + name + "\ndata: ", words);
    words.writeBytes(frame.data());
    write("\n\n", words);
  }

  private static void write(String text, ByteArrayOutputStream words) {
    words.writeBytes(text.getBytes(US_ASCII));
  }
}
