package nth.ingress;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.reactive.ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration;

/** The door: takes commands over HTTP and appends them to the log. */
@SpringBootApplication(exclude = ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration.class)
public class IngressApplication {

  public static void main(String[] args) {
    SpringApplication.run(IngressApplication.class, args);
  }
}
