package nth.sequencer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import nth.contract.Topics;
import nth.contract.fixtures.Permissions;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A broker that forbids what it allowed before. */
@Tag("O-26")
class ITForbidden extends OnARealBroker {

  @Override
  RealBroker broker() {
    return RealParts.broker(Permissions.BROKER);
  }

  @Test
  void forbiddenResults_endTheLine_andTheNextStartGoesOn() {
    Permissions permissions = new Permissions(wire.admin);
    var stateDir = RunningSequencer.freshStateDir();
    try (var line = start(stateDir)) {
      awaitReady(line);
      wire.define(EVENT, false, 2);
      enter(1);
      awaitNumbers(line, 1);

      permissions.deny(ResourceType.TOPIC, Topics.RESULTS.name(), AclOperation.WRITE);
      enter(2);
      awaitExit(line, "The line failed 4 times in 5 minutes");
      await().atMost(LIMIT).until(() -> line.health("readiness") == 503);
    }
    assertThat(numbers()).containsExactly(1L);
    permissions.allowAll();

    try (var line = start(stateDir)) {
      awaitReady(line);
      awaitNumbers(line, 2);
    }
  }

  private void enter(int person) {
    wire.enter(EVENT, Wire.people(person, person).get(0));
  }
}
