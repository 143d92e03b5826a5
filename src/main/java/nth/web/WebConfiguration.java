package nth.web;

import java.util.List;
import nth.contract.Json;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.web.reactive.config.CorsRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Beans of both HTTP sides; imported by each, and once where they share a JVM. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({WebSettings.class, HttpSettings.class})
@Import({
  ProblemHandler.class,
  PlainPath.class,
  Doorstep.class,
  OriginCheck.class,
  TokenConfiguration.class
})
public class WebConfiguration {

  private static final String[] EXPOSED = {
    "Location",
    "Retry-After",
    "Preference-Applied",
    "Idempotency-Key",
    "RateLimit",
    "RateLimit-Policy",
    Correlation.HEADER
  };

  @Bean
  Correlation correlation() {
    FreshId.seed();
    return new Correlation();
  }

  @Bean
  Identity identity(WebSettings settings, TrustedProxies proxies, ObjectProvider<Tokens> tokens) {
    return switch (settings.identity().mode()) {
      case HEADER -> new HeaderIdentity(proxies);
      case JWT -> new TokenIdentity(tokens.getObject());
    };
  }

  @Bean
  TrustedProxies trustedProxies(WebSettings settings) {
    return new TrustedProxies(settings.identity().trustedProxies());
  }

  @Bean
  ClientNetworks clientNetworks(
      TrustedProxies proxies, WebSettings settings, Environment environment) {
    String strategy = environment.getProperty("server.forward-headers-strategy", "none");
    if (!strategy.equalsIgnoreCase("none")) {
      throw new IllegalStateException(
          "server.forward-headers-strategy must be none: it believes everybody,"
              + " nth.identity.trusted-proxies only the proxies");
    }
    if (environment.getProperty("server.http2.enabled", Boolean.class, false)) {
      throw new IllegalStateException(
          "server.http2.enabled must be false: requests are guarded as HTTP/1.1; end HTTP/2 in front");
    }
    return new ClientNetworks(proxies, settings.identity().forwardedHeader());
  }

  /** HTTP speaks the JSON of the contract. */
  @Bean
  JsonMapper jsonMapper() {
    return Json.strict()
        .rebuild()
        .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
        .build();
  }

  @Bean
  WebFluxConfigurer crossOrigin(WebSettings settings) {
    List<String> origins = settings.cors().allowedOrigins();
    return new WebFluxConfigurer() {
      @Override
      public void addCorsMappings(CorsRegistry registry) {
        if (!origins.isEmpty()) {
          registry
              .addMapping("/events/**")
              .allowedOrigins(origins.toArray(String[]::new))
              .allowedMethods("GET", "HEAD", "PUT", "POST")
              .allowedHeaders("*")
              .exposedHeaders(EXPOSED)
              // For the cookie, without which EventSource names nobody.
              .allowCredentials(true);
        }
      }
    };
  }
}
