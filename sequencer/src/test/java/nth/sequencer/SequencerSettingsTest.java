package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nth.sequencer.topology.LineTimeouts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.unit.DataSize;

class SequencerSettingsTest {

  @Test
  void documentedEnvironmentNames_areBound() {
    SequencerSettings settings =
        bind(
            Map.of(
                "NTH_SEQUENCER_STATE_DIR", "/var/lib/nth",
                "NTH_SEQUENCER_ACCEPT_CREATE_TIME", "true",
                "NTH_SEQUENCER_SESSION_TIMEOUT", "6s",
                "NTH_SEQUENCER_TRANSACTION_TIMEOUT", "5s",
                "NTH_SEQUENCER_TOPIC_WATCH_INTERVAL", "1m",
                "NTH_SEQUENCER_PROGRESS_PATIENCE", "7s",
                "NTH_SEQUENCER_STORE_MEMORY", "64MB"));

    assertThat(settings)
        .isEqualTo(
            new SequencerSettings(
                Path.of("/var/lib/nth"),
                true,
                Duration.ofSeconds(6),
                Duration.ofSeconds(5),
                Duration.ofMinutes(1),
                Duration.ofSeconds(7),
                DataSize.ofMegabytes(64)));
  }

  @Test
  void storesWithHardlyAnyMemory_areRefused() {
    assertThatThrownBy(() -> bind(Map.of("NTH_SEQUENCER_STORE_MEMORY", "15MB")))
        .rootCause()
        .hasMessageStartingWith("nth.sequencer.store-memory must be 16MB or more");
  }

  @Test
  void ownTimeStamps_areNotAcceptedUnlessAskedFor() {
    SequencerSettings settings = bind(Map.of("NTH_SEQUENCER_STATE_DIR", "/var/lib/nth"));

    assertThat(settings.acceptCreateTime()).isFalse();
  }

  /** O-01: how soon the line goes on after a kill rests on these. */
  @Test
  void silenceAndOpenTransactions_lastTwoSecondsAtMost() {
    LineTimeouts timeouts = bind(Map.of("NTH_SEQUENCER_STATE_DIR", "/var/lib/nth")).timeouts();

    assertThat(timeouts)
        .isEqualTo(new LineTimeouts(Duration.ofMillis(1500), Duration.ofSeconds(2)));
  }

  @ParameterizedTest
  @CsvSource({"SESSION, 6s", "TRANSACTION, 5s"})
  void timeoutOutOfRange_isRefusedWithOneSentence(String which, String longest) {
    for (String value : List.of("999ms", "6001ms", "-1s")) {
      assertThatThrownBy(() -> bind(Map.of("NTH_SEQUENCER_" + which + "_TIMEOUT", value)))
          .rootCause()
          .hasMessageStartingWith(
              "nth.sequencer."
                  + which.toLowerCase(Locale.ROOT)
                  + "-timeout must be 1s to "
                  + longest
                  + " and");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TOPIC_WATCH_INTERVAL", "PROGRESS_PATIENCE"})
  void lookThatWouldNeverCome_isRefused(String which) {
    for (String value : List.of("0s", "-1s", "61m")) {
      assertThatThrownBy(() -> bind(Map.of("NTH_SEQUENCER_" + which, value)))
          .rootCause()
          .hasMessageMatching("nth\\.sequencer\\.[a-z-]+ must be 1ms to 1h");
    }
  }

  private static SequencerSettings bind(Map<String, Object> variables) {
    var environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .replace(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    ConfigurationPropertySources.attach(environment);
    return Binder.get(environment).bind("nth.sequencer", SequencerSettings.class).get();
  }
}
