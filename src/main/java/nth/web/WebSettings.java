package nth.web;

import java.util.List;
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
    HEADER
  }

  /**
   * {@code nth.identity.*}.
   *
   * @param trustedProxies addresses and ranges whose word on their client is taken
   * @param forwardedHeader where they give it
   * @throws IllegalArgumentException if a trusted proxy is no address
   */
  public record IdentitySettings(
      @DefaultValue("header") IdentityMode mode,
      @DefaultValue List<String> trustedProxies,
      @DefaultValue("x-forwarded-for") ForwardedHeader forwardedHeader) {
    public IdentitySettings {
      trustedProxies = List.copyOf(trustedProxies);
      new TrustedProxies(trustedProxies);
    }
  }

  /** {@code nth.cors.*}. */
  public record CorsSettings(@DefaultValue List<String> allowedOrigins) {
    public CorsSettings {
      allowedOrigins = List.copyOf(allowedOrigins);
    }
  }
}
