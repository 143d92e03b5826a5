package nth.ingress;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The door: takes commands over HTTP and appends them to the log. */
@SpringBootApplication
public class IngressApplication {

  public static void main(String[] args) {
    SpringApplication.run(IngressApplication.class, args);
  }
}
