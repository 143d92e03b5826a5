package nth.proof.streams;

import java.net.URI;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nth.contract.EventId;
import nth.proof.stage.Part;
import nth.proof.stage.StageException;
import nth.proof.stage.Studio;

/** The notifier, which tells what it reads from the results. */
final class NthVoice implements Voice {

  private static final Pattern STREAMS =
      Pattern.compile("(?m)^nth_notifier_streams(?:\\{[^}]*})? ([0-9.E]+)$");

  private final Kind kind;
  private final Studio studio;
  private final Results results;
  private final Control control = new Control();
  private EventId event = newEvent();
  private int listeners;
  private long entries;

  NthVoice(Kind kind, Studio studio, Results results) {
    this.kind = kind;
    this.studio = studio;
    this.results = results;
  }

  private static EventId newEvent() {
    return new EventId("e-" + UUID.randomUUID());
  }

  @Override
  public Side side() {
    return Side.NTH;
  }

  @Override
  public URI address() {
    return studio.notifierAddress();
  }

  @Override
  public Part part() {
    return studio.notifier();
  }

  @Override
  public String request(int listener) {
    String own =
        switch (kind) {
          case PUBLIC -> "/stream HTTP/1.1\r\n";
          case PERSONAL ->
              "/entries/me/stream HTTP/1.1\r\nX-User-Id: " + Results.person(listener) + "\r\n";
        };
    return "GET /events/"
        + event
        + own
        + "Host: "
        + address().getAuthority()
        + "\r\nAccept: text/event-stream\r\n\r\n";
  }

  /** A promotion of their own. */
  @Override
  public void prepare(int listeners) throws InterruptedException {
    this.listeners = listeners;
    this.event = newEvent();
    this.entries = 0;
    results.define(event);
    control.await(address().resolve("/events/" + event)); // Known before they come.
  }

  @Override
  public long lastId() {
    return results.lastOffset();
  }

  @Override
  public long tell() {
    return switch (kind) {
      case PUBLIC -> {
        entries++;
        yield results.number(event, Results.person((int) entries), entries);
      }
      case PERSONAL -> results.refuse(event, listeners);
    };
  }

  /** Unlike an update it does not wait for the beat of the public streams. */
  @Override
  public long close() {
    return results.close(event, entries);
  }

  /** Until what the view buffers before it writes to disk was full: later it takes no more. */
  void fillTheView(int people, int times) throws InterruptedException {
    prepare(people);
    for (int i = 0; i < times; i++) {
      results.refuse(event, people);
    }
  }

  @Override
  public int listeners() {
    String metrics = control.get(address().resolve("/actuator/prometheus"));
    Matcher found = STREAMS.matcher(metrics);
    if (!found.find()) {
      throw new StageException("The notifier does not tell how many streams are open.");
    }
    return (int) Double.parseDouble(found.group(1));
  }
}
