package nth.trace;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.tracing.*}; whether, where to and how much is Boot's.
 *
 * @param joinProxies the proxies in {@code nth.identity.trusted-proxies} write {@code traceparent}
 *     themselves: a request of theirs goes on with their trace, and is sampled as they say
 */
@ConfigurationProperties("nth.tracing")
record TracingSettings(@DefaultValue("false") boolean joinProxies) {}
