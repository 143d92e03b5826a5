package nth.sequencer.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import nth.app.AppConfiguration;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The webhooks without the line, here or in a process that stands still behind a step. */
@SpringBootConfiguration
@ImportAutoConfiguration({
  KafkaAutoConfiguration.class,
  SslAutoConfiguration.class,
  DataSourceAutoConfiguration.class,
  JdbcTemplateAutoConfiguration.class,
  JdbcClientAutoConfiguration.class
})
@Import({AppConfiguration.class, WebhookConfiguration.class})
public class WebhooksUnderTest {

  static final String HALT = "HALT_AFTER";
  static final String HALTED = "halted after ";
  static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  public static void main(String[] args) {
    SpringApplication.run(WebhooksUnderTest.class, args);
  }

  static ConfigurableApplicationContext start(
      RealBroker broker, RealDatabase database, Receiver receiver, String... more) {
    Map<String, String> settings = settings(broker, database, receiver);
    for (String setting : more) {
      String[] parts = setting.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    List<String> arguments = new ArrayList<>();
    settings.forEach((key, value) -> arguments.add("--" + key + "=" + value));
    return new SpringApplicationBuilder(WebhooksUnderTest.class)
        .run(arguments.toArray(String[]::new));
  }

  static Map<String, String> settings(RealBroker broker, RealDatabase database, Receiver receiver) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("spring.main.web-application-type", "none");
    settings.put("spring.kafka.bootstrap-servers", broker.bootstrapServers());
    settings.put("spring.datasource.url", database.url());
    settings.put("spring.datasource.username", database.user());
    settings.put("spring.datasource.password", database.password());
    settings.put("nth.webhook.url", receiver.url().toString());
    settings.put("nth.webhook.secrets", SECRET);
    settings.put("nth.webhook.time-out", "5s");
    settings.put("nth.webhook.first-pause", "100ms");
    settings.put("nth.webhook.longest-pause", "300ms");
    settings.put("nth.webhook.give-up-after", "1h");
    return settings;
  }

  @Bean
  MeterRegistry meters() {
    return new SimpleMeterRegistry();
  }

  /** Whoever gets further than the step stands still as well, or it would not be the last. */
  @Bean
  Step.Hook standStill() {
    String wanted = System.getenv().getOrDefault(HALT, "");
    return step -> {
      if (!wanted.isEmpty() && step.compareTo(Step.valueOf(wanted)) >= 0) {
        if (step.name().equals(wanted)) {
          System.out.println(HALTED + step);
        }
        while (true) {
          LockSupport.park();
        }
      }
    };
  }
}
