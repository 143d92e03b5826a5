package nth.local;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What an account may do with a resource.
 *
 * @param name the beginning of it where {@code pattern} says so
 */
record Right(
    String account,
    ResourceType type,
    String name,
    PatternType pattern,
    Set<AclOperation> operations) {

  /** Everything that {@code kafka/acls.sh} grants to the five roles and to {@code repair}. */
  static final List<Right> ALL =
      """
      nth-ingress   | topic            | nth.entries         | write describe_configs
      nth-ingress   | topic            | nth.promotions      | read describe_configs
      nth-ingress   | topic            | nth.results         | read describe_configs
      nth-sequencer | topic            | nth.*               | create
      nth-sequencer | topic            | nth.entries         | read describe_configs
      nth-sequencer | topic            | nth.results         | read write describe_configs
      nth-sequencer | topic            | nth.winners         | read write describe_configs
      nth-sequencer | topic            | nth.promotions      | read write describe_configs
      nth-sequencer | topic            | nth.dead-letters    | read write describe_configs
      nth-sequencer | topic            | nth-sequencer-*     | create read write describe_configs
      nth-sequencer | topic            | __consumer_offsets  | read describe_configs
      nth-sequencer | topic            | __transaction_state | read describe_configs
      nth-sequencer | group            | nth-sequencer       | read
      nth-sequencer | group            | nth-audit           | read
      nth-sequencer | group            | nth-webhooks        | read
      nth-sequencer | transactional_id | nth-sequencer-*     | write
      nth-notifier  | topic            | nth.results         | read describe_configs
      nth-payer     | topic            | nth.winners         | read
      nth-payer     | group            | nth-payer           | read
      nth-operator  | topic            | nth.entries         | read write describe_configs
      nth-operator  | topic            | nth.results         | read describe_configs
      nth-operator  | topic            | nth.winners         | read describe_configs
      nth-operator  | topic            | nth.promotions      | read describe_configs
      nth-operator  | topic            | nth.dead-letters    | read describe_configs
      nth-operator  | group            | nth-audit           | describe
      nth-repair    | topic            | nth.*               | create
      nth-repair    | topic            | nth.entries         | read write describe_configs alter_configs
      nth-repair    | topic            | nth.results         | read describe_configs
      nth-repair    | topic            | nth.winners         | read describe_configs
      nth-repair    | topic            | nth.promotions      | read describe_configs
      nth-repair    | topic            | nth.dead-letters    | read describe_configs
      nth-repair    | topic            | nth-sequencer-*     | create delete read write
      nth-repair    | group            | nth-sequencer       | read
      nth-repair    | group            | nth-audit           | read
      """
          .lines()
          .map(Right::of)
          .toList();

  /** Kafka's own rule. */
  private static final Map<AclOperation, Set<AclOperation>> IMPLIED_BY =
      Map.of(
          AclOperation.DESCRIBE,
          Set.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE, AclOperation.ALTER),
          AclOperation.DESCRIBE_CONFIGS,
          Set.of(AclOperation.ALTER_CONFIGS));

  private static Right of(String line) {
    String[] cells = line.split("\\|");
    String name = cells[2].strip();
    boolean prefix = name.endsWith("*");
    return new Right(
        cells[0].strip(),
        ResourceType.fromString(cells[1].strip()),
        prefix ? name.substring(0, name.length() - 1) : name,
        prefix ? PatternType.PREFIXED : PatternType.LITERAL,
        Arrays.stream(cells[3].strip().split(" "))
            .map(AclOperation::fromString)
            .collect(Collectors.toSet()));
  }

  boolean covers(String who, ResourceType what, String called, AclOperation doing) {
    boolean named = pattern == PatternType.PREFIXED ? called.startsWith(name) : called.equals(name);
    return account.equals(who)
        && type == what
        && named
        && Stream.concat(Stream.of(doing), IMPLIED_BY.getOrDefault(doing, Set.of()).stream())
            .anyMatch(operations::contains);
  }

  Stream<AclBinding> bindings() {
    return operations.stream()
        .map(
            operation ->
                new AclBinding(
                    new ResourcePattern(type, name, pattern),
                    new AccessControlEntry(
                        "User:" + account, "*", operation, AclPermissionType.ALLOW)));
  }
}
