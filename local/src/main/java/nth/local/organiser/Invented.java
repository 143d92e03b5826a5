package nth.local.organiser;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import nth.contract.RequestId;
import nth.contract.UserId;

/** Somebody who does not exist, and the moments at which they press the button. */
final class Invented {

  private static final List<String> NAMES =
      List.of(
          "ada",
          "amara",
          "benoit",
          "chidi",
          "clara",
          "dongwook",
          "elif",
          "farah",
          "goran",
          "haeun",
          "hyunwoo",
          "ines",
          "jihoon",
          "jiwoo",
          "kofi",
          "lena",
          "linh",
          "mateo",
          "minseo",
          "naoki",
          "nuri",
          "omar",
          "paula",
          "quentin",
          "rosa",
          "seojun",
          "sofia",
          "taeyang",
          "tomasz",
          "uma",
          "viktor",
          "wanjiru",
          "ximena",
          "yuna",
          "zofia");
  private static final int ONE_OF_SO_MANY_CLICKS_TWICE = 8;
  private static final int QUICKEST_MILLIS = 30;
  private static final int SLOWEST_MILLIS = 400;

  /**
   * A press of the button.
   *
   * @param number of the person in this crowd, from 0
   * @param key the same for both clicks of who clicks twice
   * @param again whether it is the second
   * @param at since the beginning
   */
  record Click(int number, UserId user, RequestId key, boolean again, Duration at) {}

  private Invented() {}

  /** In the order of time; nobody has the name of somebody in another crowd. */
  static List<Click> clicks(int people, Duration during, RandomGenerator random) {
    String crowd = HexFormat.of().toHexDigits(random.nextInt());
    List<Click> clicks = new ArrayList<>();
    for (int i = 0; i < people; i++) {
      String name = NAMES.get(random.nextInt(NAMES.size()));
      UserId user = new UserId("%s-%s-%05d".formatted(name, crowd, i + 1));
      RequestId key = new RequestId("%s-%05d".formatted(crowd, i + 1));
      Duration at = Duration.ofMillis(random.nextLong(during.toMillis()));
      clicks.add(new Click(i, user, key, false, at));
      if (random.nextInt(ONE_OF_SO_MANY_CLICKS_TWICE) == 0) {
        Duration soon = Duration.ofMillis(random.nextInt(QUICKEST_MILLIS, SLOWEST_MILLIS));
        clicks.add(new Click(i, user, key, true, at.plus(soon)));
      }
    }
    clicks.sort(Comparator.comparing(Click::at));
    return clicks;
  }
}
