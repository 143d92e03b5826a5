package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import nth.contract.EventId;
import nth.contract.fixtures.People;
import nth.contract.fixtures.Permissions;
import nth.contract.fixtures.RealBroker;
import nth.contract.fixtures.RealParts;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Kafka's producer fails for ever once its first request was refused. */
@Tag("O-26")
@ExtendWith(OutputCaptureExtension.class)
class ITRefusedProducer {

  private static final EventId EVENT = new EventId("refused");

  @Test
  void whileWritingIsForbidden_theDoorIsNotReady_andOpensByItselfAfterwards(CapturedOutput output) {
    try (RealBroker broker = RealParts.broker(Permissions.BROKER);
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      OtherParty.createTopics(broker);
      try (OtherParty sequencer = new OtherParty(broker)) {
        sequencer.show(Views.open(EVENT));
      }
      Permissions permissions = new Permissions(admin);
      permissions.deny(ResourceType.TOPIC, "*", AclOperation.WRITE);
      permissions.deny(ResourceType.CLUSTER, "kafka-cluster", AclOperation.IDEMPOTENT_WRITE);
      try (Door door = Door.open(broker, "--nth.rate-limit.burst=100000")) {
        await().atMost(OtherParty.LIMIT).until(door::ready);
        await().atMost(OtherParty.LIMIT).until(() -> refused(door) && !door.ready());
        assertThat(door.ask(door.to("/actuator/health/liveness").GET()).status()).isEqualTo(200);
        // Several producers have been tried by then.
        await().atMost(OtherParty.LIMIT).until(() -> refused(door) && replacements(output) >= 3);

        permissions.allowAll();

        await().atMost(OtherParty.LIMIT).until(() -> enter(door).equals("202 queued"));
        await().atMost(OtherParty.LIMIT).until(door::ready);
        // One, two, four seconds apart, however many entries are refused meanwhile.
        assertThat(replacements(output)).isLessThan(20);
      }
    }
  }

  private static boolean refused(Door door) {
    assertThat(enter(door)).isIn("503 unavailable", "503 outcome_unknown");
    return true;
  }

  private static String enter(Door door) {
    return door.ask(door.entry(EVENT, People.ALICE)).gist();
  }

  private static long replacements(CapturedOutput output) {
    return output.getAll().lines().filter(line -> line.contains("is replaced:")).count();
  }
}
