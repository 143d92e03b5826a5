package nth.proof.stage;

/** One process of the stage, like {@code sequencer-2}, whichever run of it. */
public record PartId(Role role, int number) {

  /** The only one. */
  public static final PartId POSTGRES = new PartId(Role.POSTGRES, 1);

  public static PartId broker(int number) {
    return new PartId(Role.BROKER, number);
  }

  /** Of the brokers: the one that this part, and nobody else, comes in by. */
  String listener() {
    return role.name() + number;
  }

  @Override
  public String toString() {
    return role.text() + "-" + number;
  }
}
