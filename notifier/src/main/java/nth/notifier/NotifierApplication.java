package nth.notifier;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.reactive.ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration;

/** The voice: tells everybody their result, by polling and by live streams. */
@SpringBootApplication(exclude = ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration.class)
public class NotifierApplication {

  public static void main(String[] args) {
    SpringApplication.run(NotifierApplication.class, args);
  }
}
