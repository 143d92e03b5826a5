package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import nth.contract.CountMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * Clients that vanish without a word, as a phone does whose battery is empty. {@code
 * -Dnth.half-open.cycles} (2) and {@code -Dnth.half-open.clients} (40) lengthen a run.
 */
@ExtendWith(OutputCaptureExtension.class)
class ITHalfOpen {

  private static final int CYCLES = Integer.getInteger("nth.half-open.cycles", 2);
  private static final int CLIENTS = Integer.getInteger("nth.half-open.clients", 40);

  // O-32
  @Test
  void vanishedClients_areMissed_andLeaveNothingBehind(CapturedOutput output) {
    try (FarNetwork far = FarNetwork.make();
        ResultLog log = new ResultLog(1);
        Instance instance =
            Instance.ready(
                log,
                Instance.freshFolder(),
                "--nth.notifier.heartbeat=300ms",
                "--nth.notifier.stall-limit=2s")) {
      Story story = log.story();
      log.commit(story.defined(CountMode.LIVE, 100));
      Instance.until(() -> instance.promotion(story.eventId()).status() == 200);
      String path = "/events/" + story.eventId() + "/stream";
      for (int i = 0; i < CYCLES; i++) {
        far.ask(instance.port(), path, CLIENTS);
        Instance.until(() -> OpenInstance.openStreams(instance) == CLIENTS);
        far.cut();
        Instance.until(() -> OpenInstance.openStreams(instance) == 0);
        far.endClients();
        far.mend();
      }

      assertThat(vanished(instance)).isEqualTo(CYCLES * CLIENTS);
      Instance.until(() -> liveStreamsOnTheHeap() == 0);
      assertThat(output.getAll()).doesNotContain("ERROR").doesNotContain("Exception");
    }
  }

  private static double vanished(Instance instance) {
    return instance
        .bean(MeterRegistry.class)
        .get("nth.notifier.streams.dropped")
        .tag("reason", "half_open")
        .counter()
        .count();
  }

  private static long liveStreamsOnTheHeap() throws JMException {
    Object histogram =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    return histogram
        .toString()
        .lines()
        .map(line -> line.strip().split("\\s+"))
        .filter(columns -> columns.length > 3 && columns[3].equals(LiveStream.class.getName()))
        .mapToLong(columns -> Long.parseLong(columns[1]))
        .sum();
  }
}
