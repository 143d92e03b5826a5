package nth.ingress;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import nth.contract.UserId;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Two processes, of which this is one, and a Redis. */
@Tag("O-42")
@ExtendWith(OutputCaptureExtension.class)
class ITSharedLimit extends RunningIngress {

  private static final int BURST = 20;
  private static final int NETWORK_BURST = 30;
  private static final RedisServer REDIS = new RedisServer();
  private static final String[] SETTINGS = {
    "--nth.rate-limit.store=redis",
    // A busy machine is not a Redis that is away.
    "--nth.rate-limit.store-timeout=2s",
    "--nth.rate-limit.burst=" + BURST,
    "--nth.rate-limit.refill=1",
    "--nth.rate-limit.network.burst=" + NETWORK_BURST,
    "--nth.rate-limit.network.refill=1",
    // Who is in which network is said by the test.
    "--nth.identity.trusted-proxies=127.0.0.1",
  };

  @TempDir private static Path folder;

  private Door other;
  private JavaProcess process;
  private UserId user;

  ITSharedLimit() {
    super(with(REDIS.port()));
  }

  private static String[] with(int redisPort) {
    var settings = new java.util.ArrayList<>(List.of(SETTINGS));
    settings.add("--spring.data.redis.port=" + redisPort);
    return settings.toArray(String[]::new);
  }

  @Override
  @BeforeAll
  void open() {
    REDIS.start();
    super.open();
    process = Door.process(broker, folder.resolve("other.log"), with(REDIS.port()));
    other = Door.at(process);
    await().atMost(OtherParty.LIMIT).until(other::ready);
  }

  @Override
  @AfterAll
  void close() {
    if (process != null) {
      process.close();
    }
    if (door != null) {
      super.close();
    }
    REDIS.close();
  }
}
