package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.contract.Topic;
import nth.contract.TopicSettings;
import nth.contract.Topics;
import nth.sequencer.topology.Changelogs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kafka/acls.sh} against the table of {@link Right}, on a broker that enforces it. */
class ITRights {

  /** The last may nothing at all. The one that may delete comes before it. */
  private static final List<Account> ACCOUNTS =
      List.of(
          Account.INGRESS,
          Account.SEQUENCER,
          Account.NOTIFIER,
          Account.PAYER,
          Account.OPERATOR,
          Account.REPAIR,
          new Account("stranger", "password-of-a-stranger"));

  private static final List<String> OTHERS = List.of("nth.other", "shop.orders");

  private static final Map<ResourceType, List<String>> RESOURCES =
      Map.of(
          ResourceType.TOPIC, topics(),
          ResourceType.GROUP,
              List.of("nth-sequencer", "nth-audit", "nth-webhooks", "nth-payer", "shop-payer"),
          ResourceType.TRANSACTIONAL_ID, List.of("nth-sequencer-1", "shop-1"),
          ResourceType.CLUSTER, List.of("kafka-cluster"));

  @TempDir static Path folder;
  private static LockedBroker broker;
  private static Acls acls;

  private static List<String> topics() {
    return Stream.of(
            Topics.ALL.stream().map(Topic::name),
            Changelogs.NAMES.stream(),
            Stream.of("__consumer_offsets", "__transaction_state"),
            OTHERS.stream())
        .flatMap(names -> names)
        .toList();
  }

  @BeforeAll
  static void start() throws Exception {
    broker = new LockedBroker(folder);
    acls = new Acls(folder, broker);
    broker.know(ACCOUNTS.toArray(Account[]::new));
    Admin admin = broker.internal();
    Topics.create(admin, new TopicSettings(1, 1, 1));
    List<NewTopic> others =
        Stream.concat(Changelogs.NAMES.stream(), OTHERS.stream())
            .map(name -> new NewTopic(name, 1, (short) 1))
            .toList();
    admin.createTopics(others).all().get();
    makeInternalTopics(admin);
  }

  /** Kafka does that itself, when they are first needed. */
  private static void makeInternalTopics(Admin admin) throws Exception {
    var position = Map.of(new TopicPartition("shop.orders", 0), new OffsetAndMetadata(0));
    admin.alterConsumerGroupOffsets("shop-payer", position).all().get();
    var settings =
        Map.<String, Object>of(
            "bootstrap.servers", broker.internalServers(), "transactional.id", "shop-1");
    var bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(settings, bytes, bytes)) {
      producer.initTransactions();
    }
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void whatEachAccountCanDo_isWhatTheTableSays_andNothingElse() throws Exception {
    acls.run("grant");
    acls.run("grant", "repair");

    assertThat(rules()).isEqualTo(expected(Right.ALL));
    assertThat(tried()).isEqualTo(allowed());
  }

  @AfterEach
  void forgetAll() throws Exception {
    broker.internal().deleteAcls(List.of(AclBindingFilter.ANY)).all().get();
  }

  private static Set<String> allowed() {
    return everything()
        .filter(
            deed ->
                Right.ALL.stream()
                    .anyMatch(r -> r.covers(deed.who.name(), deed.type, deed.name, deed.operation)))
        .map(Deed::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> tried() throws Exception {
    Map<String, Attempts> open = new TreeMap<>();
    Set<String> done = new TreeSet<>();
    try {
      for (Deed deed : everything().toList()) {
        Attempts attempts =
            open.computeIfAbsent(deed.who.name(), name -> new Attempts(deed.who, broker.clients()));
        if (attempts.may(deed.type, deed.name, deed.operation)) {
          done.add(deed.toString());
        }
      }
    } finally {
      open.values().forEach(Attempts::close);
    }
    return done;
  }

  private record Deed(Account who, ResourceType type, String name, AclOperation operation) {
    @Override
    public String toString() {
      return "%s: %s %s %s".formatted(who.name(), operation, type, name);
    }
  }

  /** Operation by operation, so that nothing is deleted before all have tried the rest. */
  private static Stream<Deed> everything() {
    return RESOURCES.keySet().stream()
        .flatMap(
            type ->
                Attempts.OPERATIONS.get(type).stream()
                    .flatMap(
                        operation ->
                            ACCOUNTS.stream()
                                .flatMap(
                                    who ->
                                        RESOURCES.get(type).stream()
                                            .map(name -> new Deed(who, type, name, operation)))));
  }

  private static Collection<AclBinding> rules() throws Exception {
    return Set.copyOf(broker.internal().describeAcls(AclBindingFilter.ANY).values().get());
  }

  private static Set<AclBinding> expected(List<Right> rights) {
    return rights.stream().flatMap(Right::bindings).collect(Collectors.toSet());
  }

  @Test
  void otherNames_areTakenFromTheEnvironment_andWhatWasGranted_isRevoked() throws Exception {
    var names = Map.of("NTH_PAYER_ACCOUNT", "User:shop", "NTH_PAYER_GROUP", "prizes");
    acls.runAs(names, "grant", "payer");

    assertThat(rules())
        .extracting(rule -> rule.entry().principal() + " " + rule.pattern().name())
        .containsExactlyInAnyOrder("User:shop nth.winners", "User:shop prizes");

    acls.runAs(names, "revoke", "payer");
    acls.run("grant", "repair", "transactions");
    acls.run("revoke", "repair", "transactions");

    assertThat(rules()).isEmpty();
  }
}
