package nth.app;

import java.util.Map;
import org.apache.kafka.common.config.SslConfigs;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties.Ssl;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

/**
 * How each kind of client reaches the broker, as {@code spring.kafka.*} says: servers, protocol,
 * account, certificates. Boot looks up a named TLS bundle for its own clients only, and we make
 * ours ourselves, so it is done here for all of them.
 */
public final class KafkaAccess {

  private final KafkaProperties kafka;
  private final SslBundles bundles;

  public KafkaAccess(KafkaProperties kafka, SslBundles bundles) {
    this.kafka = kafka;
    this.bundles = bundles;
  }

  public Map<String, Object> admin() {
    return withBundle(kafka.buildAdminProperties(), kafka.getAdmin().getSsl());
  }

  public Map<String, Object> consumer() {
    return withBundle(kafka.buildConsumerProperties(), kafka.getConsumer().getSsl());
  }

  public Map<String, Object> producer() {
    return withBundle(kafka.buildProducerProperties(), kafka.getProducer().getSsl());
  }

  public Map<String, Object> streams() {
    return withBundle(kafka.buildStreamsProperties(), kafka.getStreams().getSsl());
  }

  /** In words, for who finds no broker there. */
  public String servers() {
    return String.join(",", kafka.getBootstrapServers());
  }

  private Map<String, Object> withBundle(Map<String, Object> settings, Ssl own) {
    boolean hasOwn = StringUtils.hasText(own.getBundle());
    String bundle = hasOwn ? own.getBundle() : kafka.getSsl().getBundle();
    if (StringUtils.hasText(bundle)) {
      settings.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleSslEngineFactory.class);
      settings.put(SslBundle.class.getName(), bundles.getBundle(bundle));
    }
    return settings;
  }
}
