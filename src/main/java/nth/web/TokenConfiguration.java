package nth.web;

import io.netty.channel.ChannelOption;
import java.time.Duration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.JwkSetUriReactiveJwtDecoderBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.netty.http.client.HttpClient;

/**
 * With {@code nth.identity.mode=jwt}: what Boot's decoder of {@code
 * spring.security.oauth2.resourceserver.jwt.*} does not do by itself.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "nth.identity.mode", havingValue = "jwt")
class TokenConfiguration {

  private static final Duration ISSUER_LIMIT = Duration.ofSeconds(2);

  @Bean
  Tokens tokens(ReactiveJwtDecoder decoder) {
    return new Tokens(decoder);
  }

  /** A token without an end would never stop being good. */
  @Bean
  OAuth2TokenValidator<Jwt> tokenTimes(WebSettings settings) {
    JwtTimestampValidator times = new JwtTimestampValidator(settings.identity().skew());
    times.setAllowEmptyExpiryClaim(false);
    return times;
  }

  /** Access tokens say JWT, nothing, or what RFC 9068 wants. */
  @Bean
  OAuth2TokenValidator<Jwt> tokenTypes() {
    JwtTypeValidator types = new JwtTypeValidator("JWT", "at+jwt");
    types.setAllowEmpty(true);
    return types;
  }

  @Bean
  JwkSetUriReactiveJwtDecoderBuilderCustomizer issuerVisits() {
    HttpClient http =
        HttpClient.create()
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) ISSUER_LIMIT.toMillis())
            .responseTimeout(ISSUER_LIMIT);
    WebClient visitor =
        WebClient.builder()
            .clientConnector(new ReactorClientHttpConnector(http))
            .filter(new KeySetVisits())
            .build();
    return builder -> builder.webClient(visitor);
  }
}
