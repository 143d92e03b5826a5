package nth.sequencer.operator;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;
import nth.app.KafkaAccess;
import nth.app.NthSettings;
import nth.contract.TopicSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * The broker and the database that the service is set up for, by the same settings. Nothing is
 * connected before a command asks for it, and nothing of the service runs.
 */
public final class Installation implements AutoCloseable {

  private static final int ANSWER_MS = 10_000;
  private static final Duration CLOSING = Duration.ofSeconds(2);

  // Above whatever the service has: a command says everything itself, and opens few connections.
  private static final String[] OWN = {
    "--logging.config=classpath:nth/sequencer/operator/logback.xml",
    "--logging.level.org.apache.kafka=OFF",
    "--logging.level.org.apache.kafka.clients.NetworkClient=OFF",
    "--logging.level.org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils=OFF",
    "--spring.datasource.hikari.maximum-pool-size=2",
    "--spring.datasource.hikari.minimum-idle=0",
  };

  /** Everything a command is given. No stereotype: the service must not find it. */
  @EnableConfigurationProperties({KafkaProperties.class, NthSettings.class})
  @ImportAutoConfiguration({DataSourceAutoConfiguration.class, SslAutoConfiguration.class})
  @Import(KafkaAccess.class)
  static final class Beans {}

  private final ConfigurableApplicationContext context;
  private @Nullable Admin admin;

  private Installation(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /**
   * @throws CannotGoOn if a setting cannot be
   */
  static Installation open() {
    try {
      var installation =
          new Installation(
              new SpringApplicationBuilder(Beans.class)
                  .web(WebApplicationType.NONE)
                  .logStartupInfo(false)
                  .registerShutdownHook(false)
                  .lazyInitialization(true)
                  .run(OWN));
      // A wrong setting is told before anything is asked.
      installation.topics();
      return installation;
    } catch (CannotGoOn e) {
      throw e;
    } catch (RuntimeException e) {
      throw new CannotGoOn("A setting cannot be: " + Complaint.aboutSetting(e), e);
    }
  }

  public TopicSettings topics() {
    return bean(NthSettings.class).topics();
  }

  /** How a consumer reaches the broker. */
  public Map<String, Object> consumer() {
    return bean(KafkaAccess.class).consumer();
  }

  /** How a producer reaches the broker. */
  public Map<String, Object> producer() {
    return bean(KafkaAccess.class).producer();
  }

  /**
   * A client of a broker that has just answered; closed with this.
   *
   * @throws CannotGoOn if none answers
   */
  public synchronized Admin admin() throws InterruptedException {
    if (admin == null) {
      Map<String, Object> settings = bean(KafkaAccess.class).admin();
      String servers = bean(KafkaAccess.class).servers();
      try {
        admin = Admin.create(settings);
        admin.describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_MS)).nodes().get();
      } catch (ExecutionException | KafkaException e) {
        throw new CannotGoOn(
            "No broker answers at %s (SPRING_KAFKA_BOOTSTRAP_SERVERS): %s"
                .formatted(servers, Complaint.rootOf(e)),
            e);
      }
    }
    return admin;
  }

  /** Not connected yet. */
  public DataSource database() {
    return bean(DataSource.class);
  }

  /** Any other setting of the service, by its key; null if it has no value. */
  public @Nullable String setting(String key) {
    return context.getEnvironment().getProperty(key);
  }

  private <T> T bean(Class<T> type) {
    try {
      return context.getBean(type);
    } catch (RuntimeException e) {
      throw new CannotGoOn("A setting cannot be: " + Complaint.aboutSetting(e), e);
    }
  }

  @Override
  public synchronized void close() {
    if (admin != null) {
      admin.close(CLOSING);
    }
    context.close();
  }
}
