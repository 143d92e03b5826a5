package nth.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nth.contract.EventId;
import nth.contract.UserId;

/** What one instance tells of one promotion: to some people, and to everybody. */
final class Ears {

  private final List<Listener> persons;
  private final Listener all;

  /** Returns when all are listening. */
  Ears(Site site, EventId event, List<UserId> people) {
    persons =
        people.stream()
            .map(user -> site.listen(Site.myStream(event), BehindNginx.as(user)))
            .toList();
    all = site.listen(Site.stream(event)).untilHeard(1);
    persons.forEach(listener -> listener.untilHeard(1));
  }

  /** Each one's frames, to the end. */
  List<List<Listener.Heard>> ofPersons() {
    return persons.stream().map(listener -> listener.untilOver().heard()).toList();
  }

  /** By id: frames that are overtaken before they are told are told by neither or by one. */
  Map<Long, String> ofAll() {
    Map<Long, String> told = new TreeMap<>();
    for (Listener.Heard heard : all.untilOver().heard()) {
      if (heard.id() != null) {
        told.put(heard.id(), timeless(heard.data().toString()));
      }
    }
    assertThat(told).isNotEmpty();
    return told;
  }

  static String timeless(String frames) {
    return frames.replaceAll("\"server_time\":\"[^\"]*\"", "");
  }
}
