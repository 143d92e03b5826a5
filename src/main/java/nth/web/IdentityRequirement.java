package nth.web;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import nth.app.Requirement;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties.Jwt;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Who says who a person is must be somebody in particular. */
final class IdentityRequirement implements Requirement {

  private static final String PREFIX = "spring.security.oauth2.resourceserver";

  @Override
  public List<String> refusals(Environment environment) {
    Binder binder = Binder.get(environment);
    var identity = binder.bindOrCreate("nth", WebSettings.class).identity();
    return switch (identity.mode()) {
      case JWT ->
          tokens(binder.bindOrCreate(PREFIX, OAuth2ResourceServerProperties.class).getJwt());
      case HEADER ->
          Requirement.inProduction(environment) && namesNobody(identity.trustedProxies())
              ? List.of(
                  "nth.identity.trusted-proxies must name the gateway that sets X-User-Id, or"
                      + " nth.identity.mode be jwt")
              : List.of();
    };
  }

  /** A range that holds every address is as good as none. */
  private static boolean namesNobody(List<String> proxies) {
    return proxies.isEmpty() || proxies.stream().anyMatch(range -> range.endsWith("/0"));
  }

  /** Also outside production: without them every token would do, or none. */
  private static List<String> tokens(Jwt jwt) {
    List<String> refusals = new ArrayList<>();
    boolean issuer =
        Stream.of(jwt.getIssuerUri(), jwt.getJwkSetUri()).anyMatch(StringUtils::hasText);
    if (!issuer && jwt.getPublicKeyLocation() == null) {
      refusals.add(
          PREFIX
              + ".jwt.issuer-uri, .jwk-set-uri or .public-key-location must be set with"
              + " nth.identity.mode=jwt");
    }
    if (jwt.getAudiences().stream().noneMatch(StringUtils::hasText)) {
      refusals.add(PREFIX + ".jwt.audiences must be set with nth.identity.mode=jwt");
    }
    return refusals;
  }
}
