package nth.ingress;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.reactive.ReactiveManagementWebSecurityAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.web.reactive.ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration;

/** The door: takes commands over HTTP and appends them to the log. */
// Spring Security reads tokens here and guards nothing: see RATIONALE.md of the contract.
@SpringBootApplication(
    exclude = {
      ReactiveManagementWebSecurityAutoConfiguration.class,
      ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration.class,
      ReactiveUserDetailsServiceAutoConfiguration.class,
      ReactiveWebSecurityAutoConfiguration.class
    })
public class IngressApplication {

  public static void main(String[] args) {
    SpringApplication.run(IngressApplication.class, args);
  }
}
