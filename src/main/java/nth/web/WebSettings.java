package nth.web;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What both HTTP sides are told alike.
 *
 * @param identity who says who a person is
 * @param cors which other origins' pages may call
 */
@ConfigurationProperties("nth")
public record WebSettings(
    @DefaultValue IdentitySettings identity, @DefaultValue CorsSettings cors) {

  /** {@code nth.identity.mode}. */
  public enum IdentityMode {
    /** A gateway in front names the person in X-User-Id, and nobody else can reach us. */
    HEADER,
    /** The issuer of a token names the person in its {@code sub}. */
    JWT
  }

  /**
   * {@code nth.identity.*}.
   *
   * @param mode who names the person: {@code header}: a gateway does, in {@code X-User-Id}; {@code
   *     jwt}: a token
   * @param trustedProxies addresses and ranges of the proxies in front; only what they say of their
   *     client is believed
   * @param forwardedHeader the one header in which they say it: {@code x-forwarded-for} or {@code
   *     forwarded}
   * @param skew how far the clock of the issuer of tokens may be from ours, 0s to 5m
   * @throws IllegalArgumentException if a trusted proxy is no address, or for another skew
   */
  public record IdentitySettings(
      @DefaultValue("header") IdentityMode mode,
      @DefaultValue List<String> trustedProxies,
      @DefaultValue("x-forwarded-for") ForwardedHeader forwardedHeader,
      @DefaultValue("30s") Duration skew) {
    private static final Duration LARGEST_SKEW = Duration.ofMinutes(5);

    public IdentitySettings {
      if (skew.isNegative() || skew.compareTo(LARGEST_SKEW) > 0) {
        throw new IllegalArgumentException("nth.identity.skew must be 0s to 5m");
      }
      trustedProxies = List.copyOf(trustedProxies);
      new TrustedProxies(trustedProxies);
    }
  }

  /**
   * {@code nth.cors.*}.
   *
   * @param allowedOrigins other origins whose pages may call, with the cookie too, as {@code
   *     https://shop.example}
   * @throws IllegalArgumentException if one is no origin as browsers send it
   */
  public record CorsSettings(@DefaultValue List<String> allowedOrigins) {
    private static final Pattern ORIGIN = Pattern.compile("https?://[^/?#@*\\sA-Z]+");

    public CorsSettings {
      allowedOrigins = List.copyOf(allowedOrigins);
      if (!allowedOrigins.stream().allMatch(origin -> ORIGIN.matcher(origin).matches())) {
        throw new IllegalArgumentException(
            "nth.cors.allowed-origins must be like https://shop.example, in small letters and"
                + " without a path");
      }
    }
  }
}
