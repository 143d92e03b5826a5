package nth.local.payer;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.payer.*}
 *
 * @param enabled whether the payer to learn from pays
 * @param environment begins every idempotency key: 1 to 32 of a-z 0-9 -
 * @param url where it posts orders to; without it, to a table, for show
 */
@ConfigurationProperties("nth.payer")
record PayerSettings(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("local") String environment,
    @Nullable String url) {

  private static final Pattern ENVIRONMENT = Pattern.compile("[a-z0-9-]{1,32}");

  PayerSettings {
    if (!ENVIRONMENT.matcher(environment).matches()) {
      throw new IllegalArgumentException("nth.payer.environment must be 1 to 32 of a-z 0-9 -");
    }
    if (url != null && !url.isBlank()) {
      check(url);
    }
  }

  /** Where orders are posted to, if anywhere. Bound as text, since Spring would escape it again. */
  Optional<URI> provider() {
    return Optional.ofNullable(url).filter(text -> !text.isBlank()).map(URI::create);
  }

  private static void check(String url) {
    boolean fits;
    try {
      fits = String.valueOf(URI.create(url).getScheme()).matches("https?");
    } catch (IllegalArgumentException e) {
      fits = false;
    }
    if (!fits) {
      throw new IllegalArgumentException("nth.payer.url must be an http:// or https:// address");
    }
  }
}
