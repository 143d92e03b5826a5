package nth.proof.crowd;

import java.util.List;

/**
 * What somebody saw who watched until the end.
 *
 * @param promotion its place in the {@link Journal}
 * @param person whose result was watched, or {@link #EVERYBODY}
 * @param denials how often there was said to be no such promotion
 * @param ended whether the server said that there is nothing more to come
 */
public record Watched(int promotion, int person, List<Frame> frames, int denials, boolean ended) {

  /** Watched the promotion itself. */
  public static final int EVERYBODY = -1;

  public Watched {
    frames = List.copyOf(frames);
  }

  public boolean isPersonal() {
    return person != EVERYBODY;
  }

  public int reconnects() {
    return frames.isEmpty() ? 0 : frames.get(frames.size() - 1).connection() - 1;
  }
}
