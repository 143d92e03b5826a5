package nth.proof.crowd;

import nth.contract.Position;
import org.jspecify.annotations.Nullable;

/** An attempt as six whole numbers. */
final class Packed {

  static final int WIDTH = 6;
  static final int SENT = 0;
  static final int ANSWERED = 1;
  private static final int WHO = 2;
  private static final int PLACE = 3;
  private static final int NUMBER = 4;
  private static final int DECIDED = 5;
  private static final long NO_POSITION = -1;
  private static final int STATUS_BITS = 12;
  private static final Code[] CODES = Code.values();

  private Packed() {}

  static long[] row(Attempt attempt) {
    Answer answer = attempt.answer();
    return new long[] {
      attempt.sentAt(),
      attempt.answeredAt(),
      who(attempt),
      place(answer.position()),
      answer.seq() << STATUS_BITS | answer.status(),
      answer.decidedAtMs()
    };
  }

  // From the left: promotion 16 bits, person 24, key 8, ingress 4, code 6, winner, already.
  private static long who(Attempt attempt) {
    Answer answer = attempt.answer();
    long who = attempt.promotion();
    who = who << 24 | attempt.person();
    who = who << 8 | (attempt.key() + 1);
    who = who << 4 | attempt.ingress();
    who = who << 6 | answer.code().ordinal();
    who = who << 1 | (answer.winner() ? 1 : 0);
    return who << 1 | (answer.already() ? 1 : 0);
  }

  private static long place(@Nullable Position position) {
    return position == null ? NO_POSITION : (long) position.partition() << 48 | position.offset();
  }

  static @Nullable Position position(Rows rows, int row) {
    long place = rows.get(row, PLACE);
    return place == NO_POSITION
        ? null
        : new Position((int) (place >>> 48), place & 0xFFFF_FFFF_FFFFL);
  }

  static int promotion(Rows rows, int row) {
    return (int) (rows.get(row, WHO) >>> 44);
  }

  static Code code(Rows rows, int row) {
    return CODES[(int) (rows.get(row, WHO) >>> 2 & 0x3F)];
  }

  /**
   * @param otherId answered as the request's id, if that is not the one that was sent
   */
  static Attempt attempt(Rows rows, int row, @Nullable String otherId) {
    long who = rows.get(row, WHO);
    return new Attempt(
        promotion(rows, row),
        (int) (who >>> 20 & 0xFF_FFFF),
        (int) (who >>> 12 & 0xFF) - 1,
        (int) (who >>> 8 & 0xF),
        rows.get(row, SENT),
        rows.get(row, ANSWERED),
        answer(rows, row, otherId));
  }

  private static Answer answer(Rows rows, int row, @Nullable String otherId) {
    long who = rows.get(row, WHO);
    int person = (int) (who >>> 20 & 0xFF_FFFF);
    int key = (int) (who >>> 12 & 0xFF) - 1;
    int status = (int) (rows.get(row, NUMBER) & ((1 << STATUS_BITS) - 1));
    boolean unnamed = key == Attempt.NO_KEY || status == 0;
    String sentId = unnamed ? null : Attempt.requestId(person, key);
    return new Answer(
        status,
        code(rows, row),
        position(rows, row),
        otherId == null ? sentId : otherId,
        rows.get(row, NUMBER) >>> STATUS_BITS,
        (who & 2) != 0,
        (who & 1) != 0,
        rows.get(row, DECIDED));
  }
}
