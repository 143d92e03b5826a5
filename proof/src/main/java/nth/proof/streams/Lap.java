package nth.proof.streams;

/**
 * One side with all its streams once.
 *
 * @param side nth or the bare server
 * @param open with all of them, after the rounds
 * @param left when all had gone again
 */
record Lap(Kind kind, Side side, int number, Ears.Opening opening, Memory open, Memory left) {}
