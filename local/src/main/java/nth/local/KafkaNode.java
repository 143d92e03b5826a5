package nth.local;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.slf4j.LoggerFactory;

/**
 * A controller and a broker in one, as Kafka's own KafkaRaftServer puts them together, with one
 * step between: the broker starts only when what a killed one before it has registered is out of
 * force. RATIONALE.md says what is lost otherwise.
 */
final class KafkaNode implements AutoCloseable {

  private static final long LIMIT_SECONDS = 60;

  private final int id;
  private final Metrics metrics = new Metrics();
  private final SharedServer shared;
  private final ControllerServer controller;
  private final BrokerServer broker;

  KafkaNode(KafkaConfig config) {
    id = config.nodeId();
    var folders =
        KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(KafkaNode.class), "");
    shared =
        new SharedServer(
            config,
            folders._1(),
            Time.SYSTEM,
            metrics,
            CompletableFuture.completedFuture(
                QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
            List.of(),
            new StandardFaultHandlerFactory(),
            ServerSocketFactory.INSTANCE);
    controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), folders._2());
    broker = new BrokerServer(shared);
  }

  /** Returns when the broker serves its clients. */
  void start() {
    controller.startup();
    awaitNoEarlierBroker();
    broker.startup();
  }

  private void awaitNoEarlierBroker() {
    EarlierBroker earlier = new EarlierBroker(id);
    shared.loader().installPublishers(List.of(earlier));
    try {
      earlier.gone.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      shared.loader().removeAndClosePublisher(earlier).get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the controller does not let go of an earlier broker", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    broker.shutdown();
    controller.shutdown();
    metrics.close();
  }

  /** Hears from the controller which brokers it believes in. */
  private static final class EarlierBroker implements MetadataPublisher {
    private final int id;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    EarlierBroker(int id) {
      this.id = id;
    }

    @Override
    public String name() {
      return "earlier broker";
    }

    @Override
    public void onMetadataUpdate(
        MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
      BrokerRegistration registered = image.cluster().broker(id);
      if (registered == null || registered.fenced()) {
        gone.complete(null);
      }
    }

    @Override
    public void close() {}
  }
}
