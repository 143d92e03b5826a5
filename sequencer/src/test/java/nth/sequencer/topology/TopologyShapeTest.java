package nth.sequencer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import nth.contract.fixtures.People;
import nth.contract.fixtures.Samples;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names are frozen: another name of a store is an empty store, and numbers start at 1 again. */
@Tag("O-14")
class TopologyShapeTest {

  private final Topology topology =
      SequencerTopology.of(PlainLog.empty(), () -> PlainLog.CHANGELOGS, 1);

  @Test
  void describe_isPinned() {
    assertThat(topology.describe().toString().stripTrailing())
        .isEqualTo(
            """
            Topologies:
               Sub-topology: 0
                Source: entries (topics: [nth.entries])
                  --> sequencer
                Processor: sequencer (stores: [promotions, guard, entrants])
                  --> dead-letters, promotion-views, results, winners
                  <-- entries
                Sink: dead-letters (topic: nth.dead-letters)
                  <-- sequencer
                Sink: promotion-views (topic: nth.promotions)
                  <-- sequencer
                Sink: results (topic: nth.results)
                  <-- sequencer
                Sink: winners (topic: nth.winners)
                  <-- sequencer""");
  }

  @Test
  void topics_areTheseAndNoOthers() {
    try (Driver driver = new Driver()) {
      driver.define(Samples.EVENT, 1);
      driver.submit(People.ALICE, "a", 1);
      driver.raw("x", null, Driver.START.plusSeconds(2));
      assertThat(driver.kafka.getAllStateStores().keySet())
          .containsExactlyInAnyOrder("promotions", "entrants", "guard");
      assertThat(driver.kafka.producedTopicNames())
          .containsExactlyInAnyOrder(
              "nth.results",
              "nth.winners",
              "nth.promotions",
              "nth.dead-letters",
              "nth-sequencer-promotions-changelog",
              "nth-sequencer-entrants-changelog",
              "nth-sequencer-guard-changelog")
          .containsAll(Changelogs.NAMES);
    }
  }
}
