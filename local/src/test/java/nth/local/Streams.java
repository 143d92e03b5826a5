package nth.local;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nth.web.fixtures.Heard;
import nth.web.fixtures.RawHttp;

/** How many streams an application has open, in its own count. */
final class Streams {

  private static final String METERS =
      "GET /actuator/prometheus HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  private static final Pattern OPEN =
      Pattern.compile("^nth_notifier_streams(\\{.*})? (?<open>\\d+)\\.0$", Pattern.MULTILINE);

  private Streams() {}

  static int openAt(URI application) {
    Heard meters = RawHttp.ask(application.getPort(), METERS);
    Matcher found = OPEN.matcher(meters.body());
    if (!found.find()) {
      throw new AssertionError(meters.body());
    }
    return Integer.parseInt(found.group("open"));
  }
}
