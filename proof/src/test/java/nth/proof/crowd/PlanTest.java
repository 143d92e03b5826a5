package nth.proof.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import nth.contract.Json;
import nth.contract.Partitions;
import org.junit.jupiter.api.Test;

class PlanTest {

  private static final Instant NOW = Instant.parse("2027-03-28T10:00:00.123456Z");
  private static final CrowdSettings SETTINGS = CrowdSettings.of(7, 200).sized(100, 1000);

  @Test
  void sameSeed_makesTheSameShows() {
    assertThat(shows(SETTINGS)).isEqualTo(shows(SETTINGS));
    assertThat(shows(CrowdSettings.of(8, 200).sized(100, 1000))).isNotEqualTo(shows(SETTINGS));
  }

  @Test
  void everyShow_livesInItsPartition_andNoneIsLongerThanTheLongest() {
    Plan plan = new Plan(SETTINGS, "show");
    for (int place = 0; place < 50; place++) {
      int partition = place / 2 % 2;
      Show show = plan.next(place, partition);
      assertThat(Partitions.of(show.id(), 2)).isEqualTo(partition);
      assertThat(show.closesIn() == null || show.closesIn().compareTo(plan.longest()) <= 0)
          .isTrue();
    }
  }

  @Test
  void everyKindOfShow_comes() {
    List<Show> shows = shows(SETTINGS);

    assertThat(shows).allMatch(show -> show.people() >= 100 && show.people() <= 1000);
    assertThat(shows).anyMatch(show -> !show.closeWhenWon() && show.closesIn() == null);
    assertThat(shows).anyMatch(show -> show.closesIn() != null);
    assertThat(shows).anyMatch(show -> show.opensIn() != null);
    assertThat(shows).anyMatch(show -> show.targets().contains(show.people()));
  }

  @Test
  void everyDefinition_isOneThatNthTakes() {
    for (Show show : shows(SETTINGS)) {
      var body = Json.strict().readTree(show.definition(NOW));
      assertThat(show.targets()).isSorted().doesNotHaveDuplicates();
      assertThat(body.path("targets").size()).isEqualTo(show.targets().size());
      assertThat(body.path("closes_at").isNull()).isEqualTo(show.closesIn() == null);
      assertThat(body.path("opens_at").toString()).doesNotContain("456");
    }
  }

  @Test
  void everyHabit_comes() {
    Habits habits = new Habits(7);
    Set<String> seen = new HashSet<>();
    for (int person = 0; person < 2000; person++) {
      Habits.Visit visit = habits.of(person);
      seen.add(visit.atOnce().size() + "+" + visit.later().size());
      visit.atOnce().forEach(click -> seen.add(click.waits() ? "waits" : "does not"));
      visit.atOnce().forEach(click -> seen.add(click.key() < 0 ? "keyless" : "keyed"));
    }

    assertThat(seen).contains("1+0", "2+0", "1+1", "20+1", "waits", "does not", "keyless", "keyed");
  }

  private static List<Show> shows(CrowdSettings settings) {
    Plan plan = new Plan(settings, "show");
    return IntStream.range(0, 50).mapToObj(place -> plan.next(place, place % 2)).toList();
  }
}
