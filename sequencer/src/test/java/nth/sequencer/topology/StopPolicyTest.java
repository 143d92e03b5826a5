package nth.sequencer.topology;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("O-05")
class StopPolicyTest {

  private static final Throwable FAULT =
      new StreamsException("outer", new IllegalStateException("the disk is full"));

  private Instant now = Driver.START;
  private final InstantSource time = () -> now;
  private final StopPolicy policy = new StopPolicy(time.withZone(ZoneOffset.UTC));

  @Test
  void fault_getsANewThread_threeTimesInFiveMinutes() {
    assertThat(policy.handle(FAULT)).isEqualTo(REPLACE_THREAD);
    assertThat(policy.handle(FAULT)).isEqualTo(REPLACE_THREAD);
    assertThat(policy.handle(FAULT)).isEqualTo(REPLACE_THREAD);
    assertThat(policy.handle(FAULT)).isEqualTo(SHUTDOWN_CLIENT);
    assertThat(policy.reason()).contains("4 times in 5 minutes").contains("the disk is full");
  }

  @Test
  void faultsFarApart_areWaitedOut() {
    for (int i = 0; i < 20; i++) {
      assertThat(policy.handle(FAULT)).isEqualTo(REPLACE_THREAD);
      now = now.plusSeconds(120);
    }
  }

  @Test
  void stoppedLine_isNotTriedAgain() {
    Throwable stopped = new StreamsException("outer", new LineStopped("Do this."));

    assertThat(policy.handle(stopped)).isEqualTo(SHUTDOWN_CLIENT);
    assertThat(policy.reason()).isEqualTo("Do this.");
  }

  @Test
  void sessionTimeoutTheBrokerRefuses_isNotTriedAgain_andTheReasonNamesBothWaysOut() {
    Throwable refused = new StreamsException("outer", new InvalidSessionTimeoutException("short"));

    assertThat(policy.handle(refused)).isEqualTo(SHUTDOWN_CLIENT);
    assertThat(policy.reason())
        .contains("group.min.session.timeout.ms")
        .contains("nth.sequencer.session-timeout");
  }
}
