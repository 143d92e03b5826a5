package nth.sequencer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("O-67")
class StoreMemoryTest {

  private static final long BYTES = 24L << 20;

  @Test
  void allStores_haveOneCacheTogether() {
    Properties settings = Driver.settings();
    try (StoreMemory memory = new StoreMemory(BYTES)) {
      memory.bound(settings);
      try (Driver driver = new Driver(settings)) {
        driver.define(Samples.EVENT, 2);
        driver.submit(People.ALICE, "one", 1);

        assertThat(driver.results()).hasSize(2);
        assertThat(capacities(driver.kafka)).hasSize(Stores.NAMES.size()).containsOnly(BYTES);
      }
    }
  }

  private static List<Long> capacities(TopologyTestDriver kafka) {
    return kafka.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("block-cache-capacity"))
        .map(metric -> ((Number) metric.metricValue()).longValue())
        .toList();
  }
}
