package nth.local.payer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.NestedExceptionUtils;

class PayerSettingsTest {

  private static PayerSettings bound(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("nth.payer", PayerSettings.class);
  }

  @Test
  void usually_itPaysToATableForShow() {
    PayerSettings settings = bound(Map.of("nth.payer.url", ""));

    assertThat(settings.enabled()).isTrue();
    assertThat(settings.environment()).isEqualTo("local");
    assertThat(settings.provider()).isEmpty();
  }

  @Test
  void anAddress_isKeptAsItIs() {
    String address = "https://bank.example/a%2Fb?t=%2B";

    assertThat(bound(Map.of("nth.payer.url", address)).provider())
        .map(Object::toString)
        .hasValue(address);
  }

  /** Under another name every win would be read again. */
  @Test
  void groupIsFrozen() {
    assertThat(PayerConfiguration.GROUP).isEqualTo("nth-payer");
  }

  @ParameterizedTest
  @CsvSource({
    "url, ftp://bank.example",
    "url, bank.example",
    "url, \"https://bank.example/?token=secret\"",
    "environment, UPPER",
    "environment, 012345678901234567890123456789012"
  })
  void whatIsWrong_isRefused_andNotRepeated(String name, String value) {
    assertThatThrownBy(() -> bound(Map.of("nth.payer." + name, value)))
        .extracting(fault -> NestedExceptionUtils.getMostSpecificCause(fault).getMessage())
        .asString()
        .startsWith("nth.payer." + name + " must be")
        .doesNotContain(value);
  }
}
