package nth.web;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.http.*}.
 *
 * @param receiveTimeout a request, head and body, must have arrived within this from its first
 *     byte, or gets 408
 */
@ConfigurationProperties("nth.http")
public record HttpSettings(@DefaultValue("10s") Duration receiveTimeout) {

  /** The most that a body may have; enough for a definition of 100 targets several times over. */
  public static final int MAX_BODY_BYTES = 16 * 1024;

  public HttpSettings {
    if (receiveTimeout.isNegative() || receiveTimeout.isZero()) {
      throw new IllegalArgumentException("nth.http.receive-timeout must be longer than 0s");
    }
  }
}
