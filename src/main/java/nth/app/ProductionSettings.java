package nth.app;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.production.*}: what somebody answers for by setting it.
 *
 * @param allowPlaintextKafka with the profile {@code production}: the way to the brokers is safe
 *     without TLS
 */
@ConfigurationProperties("nth.production")
public record ProductionSettings(@DefaultValue("false") boolean allowPlaintextKafka) {}
