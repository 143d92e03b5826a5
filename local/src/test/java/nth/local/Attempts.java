package nth.local;

import static org.apache.kafka.clients.admin.AlterConfigOp.OpType.SET;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreatePartitionsOptions;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** An account that tries everything, with Kafka's own clients. */
final class Attempts implements AutoCloseable {

  /** What can be tried with each kind of resource, what cannot be undone last. */
  static final Map<ResourceType, List<AclOperation>> OPERATIONS =
      Map.of(
          ResourceType.TOPIC,
          List.of(
              AclOperation.DESCRIBE,
              AclOperation.READ,
              AclOperation.WRITE,
              AclOperation.CREATE,
              AclOperation.ALTER,
              AclOperation.DESCRIBE_CONFIGS,
              AclOperation.ALTER_CONFIGS,
              AclOperation.DELETE),
          ResourceType.GROUP,
          List.of(AclOperation.DESCRIBE, AclOperation.READ, AclOperation.DELETE),
          ResourceType.TRANSACTIONAL_ID,
          List.of(AclOperation.DESCRIBE, AclOperation.WRITE),
          ResourceType.CLUSTER,
          List.of(
              AclOperation.DESCRIBE,
              AclOperation.ALTER,
              AclOperation.DESCRIBE_CONFIGS,
              AclOperation.ALTER_CONFIGS));

  private static final Map<ResourceType, Class<? extends AuthorizationException>> REFUSALS =
      Map.of(
          ResourceType.TOPIC, TopicAuthorizationException.class,
          ResourceType.GROUP, GroupAuthorizationException.class,
          ResourceType.TRANSACTIONAL_ID, TransactionalIdAuthorizationException.class,
          ResourceType.CLUSTER, ClusterAuthorizationException.class);

  private static final TopicPartition WINNERS = new TopicPartition("nth.winners", 0);
  private static final long NOWHERE = 1L << 60;

  private final Map<String, Object> client;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;

  Attempts(Account account, String bootstrapServers) {
    client = account.client(bootstrapServers);
    client.put("enable.idempotence", false); // Would ask for more than writing to that topic.
    client.put("auto.offset.reset", "none");
    admin = Admin.create(client);
    producer = new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Whether the broker let it; another answer than a refusal means that it did. */
  boolean may(ResourceType type, String name, AclOperation operation) throws Exception {
    try {
      attempt(type, name, operation);
      return true;
    } catch (ExecutionException | ApiException e) {
      Throwable answer = e instanceof ExecutionException ? e.getCause() : e;
      if (answer instanceof TimeoutException) {
        throw e;
      }
      return !REFUSALS.get(type).isInstance(answer);
    }
  }

  private void attempt(ResourceType type, String name, AclOperation operation) throws Exception {
    switch (type) {
      case TOPIC -> attemptTopic(name, operation);
      case GROUP -> attemptGroup(name, operation);
      case TRANSACTIONAL_ID -> attemptTransaction(name, operation);
      case CLUSTER -> attemptCluster(operation);
      default -> throw new IllegalArgumentException(type.toString());
    }
  }

  private void attemptTopic(String name, AclOperation operation) throws Exception {
    switch (operation) {
      case DESCRIBE -> admin.describeTopics(List.of(name)).allTopicNames().get();
      case READ -> read(new TopicPartition(name, 0));
      case WRITE -> producer.send(new ProducerRecord<>(name, 0, new byte[1], new byte[1])).get();
      case CREATE -> {
        var options = new CreateTopicsOptions().validateOnly(true);
        admin.createTopics(List.of(new NewTopic(name, 1, (short) 1)), options).all().get();
      }
      case ALTER -> {
        var options = new CreatePartitionsOptions().validateOnly(true);
        admin.createPartitions(Map.of(name, NewPartitions.increaseTo(2)), options).all().get();
      }
      case DESCRIBE_CONFIGS -> describeConfigs(ConfigResource.Type.TOPIC, name);
      case ALTER_CONFIGS -> alterConfigs(ConfigResource.Type.TOPIC, name, "segment.ms");
      case DELETE -> admin.deleteTopics(List.of(name)).all().get();
      default -> throw new IllegalArgumentException(operation.toString());
    }
  }

  /** From where nothing is: also an empty topic answers at once. */
  private void read(TopicPartition at) {
    try (var consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(at));
      consumer.seek(at, NOWHERE);
      consumer.poll(Duration.ofSeconds(60));
      throw new TimeoutException("no answer from " + at);
    } catch (OffsetOutOfRangeException fetched) {
      // It may.
    }
  }

  private void attemptGroup(String name, AclOperation operation) throws Exception {
    switch (operation) {
      case DESCRIBE -> admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata().get();
      case READ -> {
        var position = Map.of(WINNERS, new OffsetAndMetadata(0));
        admin.alterConsumerGroupOffsets(name, position).all().get();
      }
      case DELETE -> admin.deleteConsumerGroups(List.of(name)).all().get();
      default -> throw new IllegalArgumentException(operation.toString());
    }
  }

  private void attemptTransaction(String id, AclOperation operation) throws Exception {
    if (operation == AclOperation.DESCRIBE) {
      admin.describeTransactions(List.of(id)).all().get();
      return;
    }
    Map<String, Object> settings = new TreeMap<>(client);
    settings.remove("enable.idempotence");
    settings.put("transactional.id", id);
    var bytes = new ByteArraySerializer();
    try (var transactional = new KafkaProducer<>(settings, bytes, bytes)) {
      transactional.initTransactions();
    }
  }

  private void attemptCluster(AclOperation operation) throws Exception {
    switch (operation) {
      case DESCRIBE -> admin.describeAcls(AclBindingFilter.ANY).values().get();
      case ALTER -> admin.deleteAcls(List.of(rulesOfNobody())).all().get();
      case DESCRIBE_CONFIGS -> describeConfigs(ConfigResource.Type.BROKER, "1");
      case ALTER_CONFIGS -> alterConfigs(ConfigResource.Type.BROKER, "", "log.retention.ms");
      default -> throw new IllegalArgumentException(operation.toString());
    }
  }

  private static AclBindingFilter rulesOfNobody() {
    return new AclBindingFilter(
        ResourcePatternFilter.ANY,
        new AccessControlEntryFilter("User:nobody", null, AclOperation.ANY, AclPermissionType.ANY));
  }

  private void describeConfigs(ConfigResource.Type type, String name) throws Exception {
    admin.describeConfigs(List.of(new ConfigResource(type, name))).all().get();
  }

  private void alterConfigs(ConfigResource.Type type, String name, String key) throws Exception {
    var change = new AlterConfigOp(new ConfigEntry(key, "86400000"), SET);
    admin
        .incrementalAlterConfigs(
            Map.of(new ConfigResource(type, name), List.of(change)),
            new AlterConfigsOptions().validateOnly(true))
        .all()
        .get();
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }
}
