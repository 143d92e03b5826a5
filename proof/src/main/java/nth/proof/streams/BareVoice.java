package nth.proof.streams;

import java.net.URI;
import java.util.regex.Pattern;
import nth.proof.stage.Part;
import nth.proof.stage.Studio;

/** The bare server, which tells what it is told: the words of nth, with an id of its own. */
final class BareVoice implements Voice {

  private static final Pattern ID = Pattern.compile("(?m)^id: \\d+$");

  private final Studio studio;
  private final Control control = new Control();
  private String words = "id: 0\nevent: update\ndata: {}";
  private long lastId;

  BareVoice(Studio studio) {
    this.studio = studio;
  }

  /**
   * @param frame of nth, without its empty line
   */
  void repeat(String frame) {
    words = frame;
  }

  @Override
  public Side side() {
    return Side.BARE;
  }

  @Override
  public URI address() {
    return studio.bareAddress();
  }

  @Override
  public Part part() {
    return studio.bare();
  }

  @Override
  public String request(int listener) {
    return "GET "
        + BareServer.STREAM
        + " HTTP/1.1\r\nHost: "
        + address().getAuthority()
        + "\r\n\r\n";
  }

  @Override
  public void prepare(int listeners) {
    tell();
  }

  @Override
  public long lastId() {
    return lastId;
  }

  @Override
  public long tell() {
    return order(BareServer.NEWS);
  }

  @Override
  public long close() {
    return order(BareServer.LAST_NEWS);
  }

  private long order(String path) {
    lastId++;
    String frame = ID.matcher(words).replaceFirst("id: " + lastId) + "\n\n";
    long told = System.nanoTime();
    control.post(address().resolve(path), frame);
    return told;
  }

  @Override
  public int listeners() {
    return Integer.parseInt(control.get(address().resolve(BareServer.COUNT)));
  }
}
