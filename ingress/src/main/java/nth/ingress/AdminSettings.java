package nth.ingress;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * {@code nth.admin.*}: who may define and close.
 *
 * @param token what an admin call must carry; null or empty: no admin calls
 */
@ConfigurationProperties("nth.admin")
record AdminSettings(@Nullable String token) {

  /** Keeps the token out of logs. */
  @Override
  public String toString() {
    return "AdminSettings[token=***]";
  }
}
