package nth.local.organiser;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import nth.contract.UserId;
import nth.local.organiser.Invented.Click;
import org.junit.jupiter.api.Test;

class InventedTest {

  private static final int SEED = 2026;

  @Test
  void everybodyClicks_someTwiceWithOneKey_inTheOrderOfTime() {
    List<Click> clicks = Invented.clicks(1000, Duration.ofSeconds(5), new Random(SEED));

    assertThat(users(clicks)).hasSize(1000);
    assertThat(clicks.stream().map(Click::key).distinct()).hasSize(1000);
    assertThat(clicks).hasSizeBetween(1050, 1250);
    assertThat(clicks).isSortedAccordingTo(Comparator.comparing(Click::at));
    assertThat(clicks)
        .allSatisfy(
            click -> assertThat(click.at()).isBetween(Duration.ZERO, Duration.ofSeconds(6)));
    assertThat(clicks.stream().filter(click -> click.at().toMillis() < 2500).count())
        .isBetween(400L, 700L);
  }

  @Test
  void twoCrowds_shareNobody() {
    Random random = new Random(SEED);
    Set<UserId> first = users(Invented.clicks(1000, Duration.ofSeconds(1), random));

    Set<UserId> both = new HashSet<>(users(Invented.clicks(1000, Duration.ofSeconds(1), random)));

    both.addAll(first);
    assertThat(both).hasSize(2000);
  }

  private static Set<UserId> users(List<Click> clicks) {
    return clicks.stream().map(Click::user).collect(Collectors.toSet());
  }
}
