package nth.app;

import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of every application; imported by each, and once where several share a JVM. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NthSettings.class)
public class AppConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AppConfiguration.class);

  @Bean
  KafkaAccess kafkaAccess(KafkaProperties kafka, SslBundles bundles) {
    return new KafkaAccess(kafka, bundles);
  }

  /** A plain one: spring-kafka's would add partitions to topics it is told of. */
  @Bean(destroyMethod = "")
  Admin kafkaAdminClient(KafkaAccess kafka) {
    return Admin.create(kafka.admin());
  }

  /** Without a limit it waits for minutes for a broker that went away during a call. */
  @Bean
  DisposableBean kafkaAdminClientStop(Admin admin) {
    return () -> admin.close(Duration.ofSeconds(2));
  }

  @Bean
  @ConditionalOnMissingBean
  ProcessExit processExit(ApplicationContext context) {
    return why -> {
      log.error("{}", why);
      Runnable end = () -> System.exit(SpringApplication.exit(context, () -> ProcessExit.CODE));
      Thread thread = new Thread(end, "process-exit");
      // Whoever complains may be a daemon, which this thread would be as well: then the JVM may end
      // with 0, as soon as the context is closed, before the code is set.
      thread.setDaemon(false);
      thread.start();
    };
  }
}
