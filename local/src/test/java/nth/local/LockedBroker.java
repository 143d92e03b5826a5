package nth.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * A real broker that knows accounts and forbids what nobody was allowed. Over TLS or not, who does
 * not log in is nobody; the broker itself and the account {@code admin} may everything.
 */
final class LockedBroker implements AutoCloseable {

  private static final int ITERATIONS = 4_096;

  private final String internalServers = Ports.HOST + ":" + LocalProcess.freePort();
  private final String clients = Ports.HOST + ":" + LocalProcess.freePort();
  private final String secure = Ports.HOST + ":" + LocalProcess.freePort();
  private final Certificate certificate;
  private final KafkaNode node;
  private final Admin internal;

  /** Knows the administrator only. */
  LockedBroker(Path folder) throws Exception {
    Path data = folder.resolve("kafka");
    certificate = Certificate.made(folder);
    EmbeddedKafka.formatOnce(data);
    node = new KafkaNode(KafkaConfig.fromProps(settings(data), false));
    node.start();
    internal = Admin.create(Map.of("bootstrap.servers", internalServers));
    know(Account.ADMIN);
  }

  private Properties settings(Path data) throws IOException {
    Properties settings = new Properties();
    try (InputStream file = EmbeddedKafka.class.getResourceAsStream("broker.properties")) {
      settings.load(Objects.requireNonNull(file));
    }
    String controller = Ports.HOST + ":" + Ports.anyFree();
    String listeners =
        "INTERNAL://%s,CLIENTS://%s,SECURE://%s".formatted(internalServers, clients, secure);
    settings.put("log.dirs", data.toString());
    settings.put("listeners", listeners + ",CONTROLLER://" + controller);
    settings.put("advertised.listeners", listeners);
    settings.put("controller.quorum.voters", "1@" + controller);
    settings.put(
        "listener.security.protocol.map",
        "INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT,CLIENTS:SASL_PLAINTEXT,SECURE:SASL_SSL");
    settings.put("inter.broker.listener.name", "INTERNAL");
    settings.put("sasl.enabled.mechanisms", Account.MECHANISM);
    for (String listener : List.of("clients", "secure")) {
      settings.put(
          "listener.name.%s.scram-sha-256.sasl.jaas.config".formatted(listener),
          "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    }
    settings.put("ssl.keystore.location", certificate.keyStore().toString());
    settings.put("ssl.keystore.password", Certificate.PASSWORD);
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    settings.put("super.users", "User:ANONYMOUS;User:" + Account.ADMIN.name());
    return settings;
  }

  /** From now on that is the account's password. */
  void know(Account... accounts) throws Exception {
    var info = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, ITERATIONS);
    List<UserScramCredentialAlteration> upserts =
        Stream.of(accounts)
            .<UserScramCredentialAlteration>map(
                who -> new UserScramCredentialUpsertion(who.name(), info, who.password()))
            .toList();
    internal.alterUserScramCredentials(upserts).all().get();
  }

  /** Over SASL without TLS. */
  String clients() {
    return clients;
  }

  /** Over SASL and TLS. */
  String secure() {
    return secure;
  }

  Certificate certificate() {
    return certificate;
  }

  /** Of one who may everything. */
  Admin internal() {
    return internal;
  }

  /** For who reads along, without an account. */
  String internalServers() {
    return internalServers;
  }

  @Override
  public void close() {
    internal.close();
    node.close();
  }
}
