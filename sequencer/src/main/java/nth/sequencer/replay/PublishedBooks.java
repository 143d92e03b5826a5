package nth.sequencer.replay;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The promotions as results alone tell of them. */
final class PublishedBooks {

  private final Map<String, PublishedNumbers> books = new HashMap<>();
  private final People people;
  private final Findings findings;

  PublishedBooks(People people, Findings findings) {
    this.people = people;
    this.findings = findings;
  }

  /** A refusal opens no book: anybody can make up event ids. */
  void see(Answer answer) {
    if (!answer.type().equals("refused")) {
      books
          .computeIfAbsent(answer.event(), e -> new PublishedNumbers(e, people, findings))
          .see(answer);
    }
  }

  @Nullable PublishedNumbers find(String event) {
    return books.get(event);
  }

  void finish() {
    books.values().forEach(PublishedNumbers::finish);
  }
}
