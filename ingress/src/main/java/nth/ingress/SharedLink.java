package nth.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.CompletableFuture.completedFuture;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce.LettuceBasedProxyManagerBuilder;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;

/** The buckets in Redis, through one connection, for as long as it lasts. */
final class SharedLink implements AutoCloseable {

  /** How many owners' requests are sent together where several wait. */
  private static final int MOST_BATCHES = 10_000;

  private static final Duration KEPT_WHEN_FULL = Duration.ofSeconds(10);

  private final StatefulConnection<byte[], byte[]> connection;
  private final AsyncProxyManager<byte[]> buckets;
  private final Cache<String, AsyncBucketProxy> recent =
      Caffeine.newBuilder().maximumSize(MOST_BATCHES).build();

  private SharedLink(
      StatefulConnection<byte[], byte[]> connection,
      LettuceBasedProxyManagerBuilder<byte[]> builder) {
    this.connection = connection;
    this.buckets =
        builder
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(KEPT_WHEN_FULL))
            .build()
            .asAsync();
  }

  /** Waits until there is a connection, or fails. */
  static SharedLink open(AbstractRedisClient client) {
    if (client instanceof RedisClusterClient cluster) {
      var connection = cluster.connect(ByteArrayCodec.INSTANCE);
      return new SharedLink(connection, Bucket4jLettuce.casBasedBuilder(connection));
    }
    var connection = ((RedisClient) client).connect(ByteArrayCodec.INSTANCE);
    return new SharedLink(connection, Bucket4jLettuce.casBasedBuilder(connection));
  }

  /**
   * Changes are compare-and-set. Those of one bucket that meet here go as one, so that a network
   * with a thousand requests under way is not a thousand that make each other try again.
   */
  AsyncBucketProxy bucket(Allowance allowance, String owner) {
    return recent.get(
        key(allowance, owner),
        key ->
            buckets
                .builder()
                .withOptimization(Optimizations.batching())
                .build(key.getBytes(UTF_8), () -> completedFuture(allowance.configuration())));
  }

  /** Nobody's name is in it; and other numbers in the settings are other buckets. */
  static String key(Allowance allowance, String owner) {
    return "nth:limit:%s:%d:%d:%s"
        .formatted(allowance.name(), allowance.burst(), allowance.refill(), sha256(owner));
  }

  private static String sha256(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  @Override
  public void close() {
    if (connection.isOpen()) {
      connection.closeAsync();
    }
  }
}
