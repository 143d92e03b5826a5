package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import nth.contract.Position;
import nth.contract.UserId;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.JavaProcess;
import nth.contract.fixtures.RedisServer;
import nth.ingress.Door.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Two processes, of which this is one, and a Redis. */
@Tag("O-42")
@ExtendWith(OutputCaptureExtension.class)
class ITSharedLimit extends RunningIngress {

  private static final int BURST = 20;
  private static final int NETWORK_BURST = 30;
  private static final RedisServer REDIS = new RedisServer();
  private static final List<String> SETTINGS =
      List.of(
          "--nth.rate-limit.store=redis",
          // A busy machine is not a Redis that is away.
          "--nth.rate-limit.store-timeout=2s",
          "--nth.rate-limit.burst=" + BURST,
          "--nth.rate-limit.refill=1",
          "--nth.rate-limit.network.burst=" + NETWORK_BURST,
          "--nth.rate-limit.network.refill=1",
          // Who is in which network is said by the test.
          "--nth.identity.trusted-proxies=127.0.0.1");

  @TempDir private static Path folder;

  private JavaProcess process;
  private Door other;
  private Door early;
  private UserId user;

  ITSharedLimit() {
    super(settings(REDIS));
  }

  private static String[] settings(RedisServer redis) {
    var port = Stream.of("--spring.data.redis.port=" + redis.port());
    return Stream.concat(SETTINGS.stream(), port).toArray(String[]::new);
  }

  @Override
  @BeforeAll
  void open() {
    REDIS.start();
    super.open();
    int port = FreePort.any();
    process = JavaProcess.start(command(port), Map.of(), folder.resolve("other.log"));
    other = Door.at(port);
    await().atMost(OtherParty.LIMIT).ignoreExceptions().until(other::ready);
  }

  private List<String> command(int port) {
    var program =
        Stream.of(
            "-cp",
            System.getProperty("java.class.path"),
            IngressApplication.class.getName(),
            "--server.port=" + port,
            "--spring.kafka.bootstrap-servers=" + broker.bootstrapServers());
    return Stream.concat(program, Stream.of(settings(REDIS))).toList();
  }

  @Override
  @AfterAll
  void close() {
    if (process != null) {
      process.close();
    }
    if (early != null) {
      early.close();
    }
    if (door != null) {
      super.close();
    }
    REDIS.close();
  }

  @BeforeEach
  void redisIsThere_andTheEventIsOver() {
    user = somebody();
    awaitRedis(1);
    // Answered early: what is asked here is no burden for the broker.
    show(Views.closed(event, new Position(0, 1)));
    await()
        .atMost(OtherParty.LIMIT)
        .until(() -> other.ask(other.entry(event, somebody())).status() == 409);
  }

  private static UserId somebody() {
    return new UserId("user-" + UUID.randomUUID());
  }

  private void awaitRedis(int up) {
    for (Door each : List.of(door, other)) {
      await().atMost(OtherParty.LIMIT).until(() -> metric(each, "nth_ratelimit_store_up") == up);
    }
  }

  private static double metric(Door door, String name) {
    String all = door.ask(door.to("/actuator/prometheus").GET()).response().body();
    Matcher line = Pattern.compile("(?m)^" + name + "(?:_total)?(?:\\{.*})? (.*)$").matcher(all);
    assertThat(line.find()).as(name).isTrue();
    return Double.parseDouble(line.group(1));
  }

  private CompletableFuture<Integer> entry(int i) {
    Door each = i % 2 == 0 ? door : other;
    return each.asking(each.entry(event, user)).thenApply(Answer::status);
  }

  private Crowd crowdAt(Door door) {
    return Crowd.of(3 * BURST, i -> door.asking(door.entry(event, user)).thenApply(Answer::status));
  }

  private Crowd crowd() {
    return Crowd.of(4 * BURST, this::entry);
  }

  @Test
  void aPerson_hasOneLimitAtBoth() {
    crowd().passedOneBucketOf(BURST, 1);
  }

  @Test
  void aNetwork_hasOneLimitAtBoth() {
    String network = "2001:db8:" + Integer.toHexString(user.hashCode() & 0xffff) + ":1::";
    Crowd.of(
            4 * NETWORK_BURST,
            i -> {
              Door each = i % 2 == 0 ? door : other;
              var entry = each.entry(event, new UserId(user + "-" + i));
              return each.asking(entry.header("X-Forwarded-For", network + i))
                  .thenApply(Answer::status);
            })
        .passedOneBucketOf(NETWORK_BURST, 1);
  }

  @Test
  void redisLearnsNobodysName_andForgets() {
    door.ask(door.entry(event, user).header("X-Forwarded-For", "198.51.100.99"));
    RedisClient client = RedisClient.create("redis://127.0.0.1:" + REDIS.port());
    try (var connection = client.connect()) {
      var redis = connection.sync();
      List<String> keys = redis.keys("*");
      assertThat(keys)
          .anyMatch(key -> key.startsWith("nth:limit:person:"))
          .anyMatch(key -> key.startsWith("nth:limit:network:"))
          .noneMatch(key -> key.contains(user.value()) || key.contains("198.51.100.99"));
      // A key that is gone by now has a time to live of -2; -1 would be for ever.
      assertThat(keys).noneMatch(key -> redis.pttl(key) == -1);
    } finally {
      client.shutdown();
    }
  }

  @Test
  void redisStops_eachDecidesAlone_untilItIsBack(CapturedOutput output) {
    int lost = count(output, "Redis is away");
    int found = count(output, "Redis is there");
    REDIS.close();
    crowd().passedBuckets(2, BURST, 1);
    awaitRedis(0);
    user = somebody();
    crowd().passedBuckets(2, BURST, 1);
    assertThat(door.ready()).isTrue();
    assertThat(door.ask(door.to("/actuator/health").GET()).gist()).isEqualTo("200 UP");
    assertThat(metric(door, "nth_ratelimit_store_fallbacks")).isPositive();

    REDIS.start();
    awaitRedis(1);

    user = somebody();
    crowd().passedOneBucketOf(BURST, 1);
    assertThat(count(output, "Redis is away")).isEqualTo(lost + 1);
    assertThat(count(output, "Redis is there")).isEqualTo(found + 1);
  }

  private static int count(CapturedOutput output, String sentence) {
    return output.getOut().split(sentence, -1).length - 1;
  }

  /**
   * It takes connections and answers nothing: the time for that is spent once, not by everybody.
   */
  @Test
  void redisHangs_eachDecidesAlone_untilItGoesOn() {
    REDIS.freeze();
    try {
      crowd().passedBuckets(2, BURST, 1);
      awaitRedis(0);
      long start = System.nanoTime();
      for (int i = 0; i < 100; i++) {
        assertThat(entry(i).join()).isLessThan(500);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    } finally {
      REDIS.thaw();
    }
    awaitRedis(1);
    user = somebody();
    crowd().passedOneBucketOf(BURST, 1);
  }

  @Test
  void withoutRedisAtStart_thereAreLimits_andItIsUsedOnceItIsThere() {
    try (RedisServer late = new RedisServer()) {
      early = Door.open(broker, settings(late));
      await().atMost(OtherParty.LIMIT).until(early::ready);
      crowdAt(early).passedOneBucketOf(BURST, 1);
      assertThat(metric(early, "nth_ratelimit_store_up")).isZero();

      late.start();

      await().atMost(OtherParty.LIMIT).until(() -> metric(early, "nth_ratelimit_store_up") == 1);
      user = somebody();
      crowdAt(early).passedOneBucketOf(BURST, 1);
    }
    // What it says of that belongs to this test, not to the next.
    await().atMost(OtherParty.LIMIT).until(() -> metric(early, "nth_ratelimit_store_up") == 0);
  }
}
