package nth.local.organiser;

import nth.notifier.page.OrganiserCorner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the page show the corner. */
@Configuration(proxyBeanMethods = false)
class OrganiserConfiguration {

  @Bean
  OrganiserCorner organiserCorner() {
    return new OrganiserCorner();
  }
}
