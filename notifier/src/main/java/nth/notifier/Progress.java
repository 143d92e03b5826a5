package nth.notifier;

/**
 * How far the view of one partition has come.
 *
 * @param topicId of the {@code nth.results} that was read
 * @param next the offset of {@code nth.results} that is read next
 * @param decided the offset of the last decided command in {@code nth.entries}, or {@link #NONE}
 */
record Progress(String topicId, long next, long decided) {

  static final long NONE = -1;

  static Progress start(String topicId) {
    return new Progress(topicId, 0, NONE);
  }
}
