package nth.proof.streams;

/**
 * How soon the listeners of one kind heard it from one side.
 *
 * @param sinceNews from the moment it was there to be told: committed to the log, or ordered
 * @param sinceFirst from the first of them to the others: the broadcast itself
 * @param closings the same as the first, of the last news, which ends every stream
 */
record Heard(Latency sinceNews, Latency sinceFirst, Latency closings) {
  static Heard nothing() {
    return new Heard(new Latency(), new Latency(), new Latency());
  }

  void add(long newsAtNanos, Round round) {
    sinceNews.add(newsAtNanos, round.heardAtNanos());
    sinceFirst.addFromFirst(round.heardAtNanos());
  }
}
