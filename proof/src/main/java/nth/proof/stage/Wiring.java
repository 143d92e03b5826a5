package nth.proof.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All ports, and every wire from a part to what it depends on. */
final class Wiring implements AutoCloseable {

  static final int BROKERS = 3;
  private static final String CONTROLLER = "CONTROLLER";
  private static final String INTERNAL = "INTERNAL";
  private static final String DIRECT = "DIRECT";

  private final Ports ports = new Ports();
  private final Map<Link, Wire> wires = new HashMap<>();
  private final List<Gate> gates = new ArrayList<>();
  private final Map<PartId, List<Integer>> bootstrap = new HashMap<>();
  private final List<Integer> direct = new ArrayList<>();
  private final List<Integer> controllers = new ArrayList<>();
  private final Map<Integer, BrokerSettings> brokers = new TreeMap<>();
  private final int postgres = ports.next();
  private final Map<PartId, Integer> postgresGates = new HashMap<>();

  private record Link(PartId from, PartId to) {}

  /**
   * @param clients of the brokers
   */
  Wiring(List<PartId> clients) {
    IntStream.rangeClosed(1, BROKERS).forEach(node -> brokers.put(node, connect(node, clients)));
    clients.stream()
        .filter(client -> client.role() == Role.SEQUENCER)
        .forEach(client -> postgresGates.put(client, gate(postgres, client, PartId.POSTGRES)));
  }

  Wire wire(PartId from, PartId to) {
    Wire wire = wires.get(new Link(from, to));
    if (wire == null) {
      throw new IllegalArgumentException("No wire goes from " + from + " to " + to);
    }
    return wire;
  }

  int nextPort() {
    return ports.next();
  }

  int postgresPort() {
    return postgres;
  }

  /** Where this sequencer finds the database. */
  int postgresGate(PartId sequencer) {
    return postgresGates.get(sequencer);
  }

  /** Where this part finds the brokers. */
  String bootstrapServers(PartId client) {
    return addresses(bootstrap.get(client));
  }

  String directBootstrapServers() {
    return addresses(direct);
  }

  Path brokerSettings(int node, Path folder) throws IOException {
    String voters =
        IntStream.rangeClosed(1, BROKERS)
            .mapToObj(voter -> voter + "@" + Ports.address(controllers.get(voter - 1)))
            .collect(Collectors.joining(","));
    return brokers.get(node).write(folder, voters);
  }

  @Override
  public void close() {
    gates.forEach(Gate::close);
    wires.values().forEach(Wire::cut);
  }

  private BrokerSettings connect(int node, List<PartId> clients) {
    PartId broker = PartId.broker(node);
    BrokerSettings settings = new BrokerSettings(node);
    int port = ports.next();
    settings.listener(DIRECT, port, port);
    direct.add(port);
    Map<Integer, Wire> byNode =
        IntStream.rangeClosed(1, BROKERS)
            .boxed()
            .collect(Collectors.toMap(n -> n, n -> newWire(PartId.broker(n), broker)));
    Gate.Sorter callers = new FirstRequest(byNode, new Wire(broker, broker));
    behindGate(settings, INTERNAL, callers);
    controllers.add(behindGate(settings, CONTROLLER, callers));
    for (PartId client : clients) {
      Wire wire = newWire(client, broker);
      int known = behindGate(settings, client.listener(), said -> wire);
      bootstrap.computeIfAbsent(client, c -> new ArrayList<>()).add(known);
    }
    return settings;
  }

  /** Returns the port that others are told. */
  private int behindGate(BrokerSettings settings, String listener, Gate.Sorter sorter) {
    int port = ports.next();
    int known = gate(port, sorter);
    settings.listener(listener, port, known);
    return known;
  }

  private int gate(int target, PartId from, PartId to) {
    Wire wire = newWire(from, to);
    return gate(target, said -> wire);
  }

  private int gate(int target, Gate.Sorter sorter) {
    int port = ports.next();
    gates.add(Gate.open(port, target, sorter));
    return port;
  }

  private Wire newWire(PartId from, PartId to) {
    return wires.computeIfAbsent(new Link(from, to), link -> new Wire(from, to));
  }

  private static String addresses(List<Integer> ports) {
    return ports.stream().map(Ports::address).collect(Collectors.joining(","));
  }
}
