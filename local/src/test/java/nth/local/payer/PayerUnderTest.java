package nth.local.payer;

import java.util.concurrent.locks.LockSupport;
import nth.app.AppConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
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
