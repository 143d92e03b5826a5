package nth.ingress;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Redis, by the settings Boot has for it: {@code spring.data.redis.*}. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "nth.rate-limit.store", havingValue = "redis")
class SharedStoreConfiguration {

  /** A lost connection fails at once what hangs on it: we make the next one ourselves. */
  @Bean
  LettuceClientOptionsBuilderCustomizer ingressRedisOptions() {
    return options -> options.autoReconnect(false);
  }

  @Bean
  SharedStore ingressSharedStore(
      LettuceConnectionFactory redis, RateLimitSettings settings, MeterRegistry meters) {
    return new SharedStore(redis::getRequiredNativeClient, settings.storeTimeout(), meters);
  }
}
