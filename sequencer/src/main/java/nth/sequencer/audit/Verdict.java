package nth.sequencer.audit;

/**
 * What the books say about a record.
 *
 * @param detail for the operator, without personal data; empty if all is well
 */
record Verdict(Kind kind, String detail) {

  enum Kind {
    WRITTEN,
    SAME_AGAIN,
    /** The books hold something else. */
    CONTRADICTION,
    /** The database cannot hold such a value. */
    IMPOSSIBLE
  }

  static Verdict written() {
    return new Verdict(Kind.WRITTEN, "");
  }

  static Verdict sameAgain() {
    return new Verdict(Kind.SAME_AGAIN, "");
  }

  static Verdict contradiction(String detail) {
    return new Verdict(Kind.CONTRADICTION, detail);
  }

  static Verdict impossible(String detail) {
    return new Verdict(Kind.IMPOSSIBLE, detail);
  }
}
