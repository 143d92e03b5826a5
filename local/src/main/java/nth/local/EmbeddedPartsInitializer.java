package nth.local;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Starts broker and database before the first bean, because every bean may need them. */
final class EmbeddedPartsInitializer
    implements ApplicationContextInitializer<GenericApplicationContext> {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedPartsInitializer.class);

  @Override
  public void initialize(GenericApplicationContext context) {
    ConfigurableEnvironment environment = context.getEnvironment();
    LocalSettings settings = Binder.get(environment).bindOrCreate("nth", LocalSettings.class);
    Ports.claim(environment.getProperty("server.port", Integer.class, 8080), "server.port");

    EmbeddedParts parts = new EmbeddedParts();
    closeAfterEverythingElse(parts, context.getDefaultListableBeanFactory());
    Map<String, Object> addresses = parts.start(settings);
    environment.getPropertySources().addFirst(new MapPropertySource("embedded parts", addresses));
    log.info(
        "Kafka listens on {}, Postgres is {}",
        addresses.get("spring.kafka.bootstrap-servers"),
        addresses.get("spring.datasource.url"));
  }

  /**
   * Beans are destroyed in the reverse order of their registration, and this is the first. The
   * shutdown handler is for Ctrl-C before the context has any beans to destroy.
   */
  private static void closeAfterEverythingElse(
      EmbeddedParts parts, DefaultListableBeanFactory beans) {
    beans.registerSingleton("embeddedParts", parts);
    beans.registerDisposableBean("embeddedParts", (DisposableBean) parts::close);
    SpringApplication.getShutdownHandlers().add(parts::end);
  }
}
