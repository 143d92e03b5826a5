package nth.proof.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import nth.proof.stage.PartId;
import nth.proof.stage.Role;
import nth.proof.stage.Stage;
import nth.proof.stage.Wire;

/** Something is the matter with some wires for a while. */
final class Network implements Fault {

  private final List<Link> links;
  private final String what;
  private final Consumer<Wire> harm;
  private final Duration lasts;

  private record Link(PartId from, PartId to) {}

  private Network(List<Link> links, String what, Consumer<Wire> harm, Duration lasts) {
    this.links = links;
    this.what = what;
    this.harm = harm;
    this.lasts = lasts;
  }

  /** Connections are reset, or all packets are lost. */
  static Network lost(PartId from, List<PartId> to, Dice dice, Duration lasts) {
    return lost(to.stream().map(one -> new Link(from, one)).toList(), dice, lasts);
  }

  /** One broker and the others do not hear of each other; all three hear of everybody else. */
  static Network lostBetweenBrokers(PartId one, Dice dice, Duration lasts) {
    List<Link> links =
        Dice.all(Role.BROKER).stream()
            .filter(other -> !other.equals(one))
            .flatMap(other -> Stream.of(new Link(one, other), new Link(other, one)))
            .toList();
    return lost(links, dice, lasts);
  }

  static Network slow(PartId from, List<PartId> to, Duration by, Duration lasts) {
    List<Link> links = to.stream().map(one -> new Link(from, one)).toList();
    return new Network(links, "by " + by.toMillis() + " ms", wire -> wire.delay(by), lasts);
  }

  static Network repliesLost(PartId from, List<PartId> to, Duration lasts) {
    List<Link> links = to.stream().map(one -> new Link(from, one)).toList();
    return new Network(links, "replies", Wire::dropReplies, lasts);
  }

  private static Network lost(List<Link> links, Dice dice, Duration lasts) {
    return dice.heads()
        ? new Network(links, "reset", Wire::cut, lasts)
        : new Network(links, "silent", Wire::freeze, lasts);
  }

  @Override
  public String victim() {
    List<String> names = new ArrayList<>();
    links.forEach(link -> names.add(link.from + "->" + link.to));
    return String.join(", ", names) + " (" + what + ")";
  }

  @Override
  public Duration lasts() {
    return lasts;
  }

  @Override
  public void strike(Stage stage) {
    wires(stage).forEach(harm);
  }

  @Override
  public void heal(Stage stage) {
    wires(stage).forEach(Wire::heal);
  }

  private List<Wire> wires(Stage stage) {
    return links.stream().map(link -> stage.wire(link.from, link.to)).toList();
  }
}
