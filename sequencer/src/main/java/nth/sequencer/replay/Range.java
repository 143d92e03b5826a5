package nth.sequencer.replay;

/**
 * The part of a partition that is looked at.
 *
 * @param end the first offset that is not
 */
record Range(long start, long end) {}
