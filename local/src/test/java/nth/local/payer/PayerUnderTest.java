package nth.local.payer;

import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import nth.app.AppConfiguration;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealDatabase;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The payer alone, in a process that stands still behind a step of its choice, to be killed. */
@SpringBootApplication
@Import(AppConfiguration.class)
public class PayerUnderTest {

  static final String HALT = "HALT_AFTER";
  static final String HALTED = "halted after ";

  public static void main(String[] args) {
    SpringApplication.run(PayerUnderTest.class, args);
  }

  /** In this JVM, on the account that is for show, if the settings say nothing else. */
  static ConfigurableApplicationContext start(RealBroker broker, RealDatabase database) {
    return start(broker, database, database.url());
  }

  /**
   * @param url of the database, if the way there is not the direct one
   */
  static ConfigurableApplicationContext start(
      RealBroker broker, RealDatabase database, String url, String... settings) {
    String[] own = {
      "--server.port=0",
      // The audit's tables, which nobody here reads.
      "--spring.flyway.enabled=false",
      "--management.endpoint.health.group.readiness.include=readinessState",
      "--spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
      "--spring.datasource.url=" + url,
      "--spring.datasource.username=" + database.user(),
      "--spring.datasource.password=" + database.password()
    };
    return new SpringApplicationBuilder(PayerUnderTest.class)
        .run(Stream.of(own, settings).flatMap(Stream::of).toArray(String[]::new));
  }

  @Bean
  Step.Hook standStill() {
    String wanted = System.getenv().getOrDefault(HALT, "");
    return step -> {
      while (step.name().equals(wanted)) {
        System.out.println(HALTED + step);
        LockSupport.park();
      }
    };
  }
}
