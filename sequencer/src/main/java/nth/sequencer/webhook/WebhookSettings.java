package nth.sequencer.webhook;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.webhook.*}; the address is bound as text, for Spring would write its percent signs
 * anew.
 *
 * @param url where wins and closings are posted to, see {@code docs/webhooks.md}; {@code https},
 *     but on this machine; without it nobody is told
 * @param secrets what they are signed with: {@code whsec_} and base64, comma-separated; each of
 *     them signs, so that one can be exchanged for another
 * @param since nobody is told of what happened before this instant
 * @param timeOut how long the receiver may take to answer, 100ms to 1m
 * @param firstPause before the second attempt; each further pause is twice as long
 * @param longestPause the longest pause between two attempts
 * @param giveUpAfter when the pauses of a notice add up to this it is given up, with an alarm
 * @param allowPlaintext the way to the receiver is safe without TLS
 * @throws IllegalArgumentException with one sentence, in which no secret appears
 */
@ConfigurationProperties("nth.webhook")
record WebhookSettings(
    @Nullable String url,
    @DefaultValue List<String> secrets,
    @Nullable Instant since,
    @DefaultValue("10s") Duration timeOut,
    @DefaultValue("5s") Duration firstPause,
    @DefaultValue("1h") Duration longestPause,
    @DefaultValue("3d") Duration giveUpAfter,
    @DefaultValue("false") boolean allowPlaintext) {

  static final Duration LEAST = Duration.ofMillis(100);
  static final Duration LONGEST_TIME_OUT = Duration.ofMinutes(1);

  private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

  private static final String ADDRESS = "url must be https://host/path";

  WebhookSettings {
    url = url == null || url.isBlank() ? null : url;
    secrets = List.copyOf(secrets);
    must(within(timeOut, LEAST, LONGEST_TIME_OUT), "time-out must be 100ms to 1m");
    must(firstPause.compareTo(LEAST) >= 0, "first-pause must be 100ms or more");
    must(longestPause.compareTo(firstPause) >= 0, "longest-pause must not be below first-pause");
    must(
        giveUpAfter.compareTo(longestPause) >= 0,
        "give-up-after must not be below nth.webhook.longest-pause");
    if (url != null) {
      check(address(url), allowPlaintext);
      must(!secrets.isEmpty(), "secrets must name one at least: nobody should believe the rest");
      Signature.with(secrets);
    }
  }

  /** What it says of an address that is none would repeat it, with a secret in it perhaps. */
  private static URI address(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("nth.webhook." + ADDRESS);
    }
  }

  private static void check(URI url, boolean allowPlaintext) {
    must(
        url.getHost() != null
            && ("https".equals(url.getScheme()) || "http".equals(url.getScheme())),
        ADDRESS);
    must(url.getRawUserInfo() == null, "url must name no user: the signature says who sends");
    must(
        allowPlaintext
            || "https".equals(url.getScheme())
            || LOOPBACK.matcher(url.getHost()).matches(),
        "url must be https: names of winners would be sent in clear"
            + " (nth.webhook.allow-plaintext=true allows that)");
  }

  private static boolean within(Duration given, Duration least, Duration most) {
    return given.compareTo(least) >= 0 && given.compareTo(most) <= 0;
  }

  private static void must(boolean holds, String rule) {
    if (!holds) {
      throw new IllegalArgumentException("nth.webhook." + rule);
    }
  }

  /** Keeps the secrets out of logs, and the address, which may hold one. */
  @Override
  public String toString() {
    return "WebhookSettings[" + (url == null ? "off" : address(url).getHost()) + "]";
  }
}
