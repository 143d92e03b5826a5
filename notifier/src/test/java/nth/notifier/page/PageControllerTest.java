package nth.notifier.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.http.ResponseEntity;

class PageControllerTest {

  private static final PageFiles FILES = new PageFiles();

  private static ResponseEntity<byte[]> page(Map<String, Object> beans) {
    var factory = new StaticListableBeanFactory(beans);
    return new PageController(FILES, factory.getBeanProvider(OrganiserCorner.class)).page();
  }

  @Test
  void organisersCorner_isThere_whereSomebodyProvidesIt() {
    ResponseEntity<byte[]> without = page(Map.of());
    ResponseEntity<byte[]> with = page(Map.of("corner", new OrganiserCorner()));

    assertThat(new String(without.getBody(), UTF_8)).contains("data-organiser=\"false\"");
    assertThat(new String(with.getBody(), UTF_8)).contains("data-organiser=\"true\"");
    assertThat(with.getHeaders().getETag()).isNotEqualTo(without.getHeaders().getETag());
  }

  @Test
  void nothingIsLeftOpen() {
    assertThat(new String(page(Map.of()).getBody(), UTF_8))
        .contains("/page/" + FILES.version() + "/main.js")
        .doesNotContain("{{");
  }
}
