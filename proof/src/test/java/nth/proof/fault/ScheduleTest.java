package nth.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private static final Set<Kind> ALL = EnumSet.allOf(Kind.class);

  @Test
  void sameSeed_drawsTheSameFaultsVictimsAndTimes() {
    assertThat(told(Schedule.draw(7, 200, ALL))).isEqualTo(told(Schedule.draw(7, 200, ALL)));
  }

  @Test
  void anotherSeed_drawsOthers() {
    assertThat(told(Schedule.draw(8, 200, ALL))).isNotEqualTo(told(Schedule.draw(7, 200, ALL)));
  }

  @Test
  void everyKind_strikesAtLeastOnce_whereThereIsRoom() {
    var kinds = Schedule.draw(7, ALL.size(), ALL).strokes().stream().map(Schedule.Stroke::kind);
    assertThat(kinds.collect(Collectors.toSet())).isEqualTo(ALL);
  }

  @Test
  void onlyTheGivenKinds_strike() {
    var strokes = Schedule.draw(7, 20, Set.of(Kind.BROKER_KILL)).strokes();
    assertThat(strokes).hasSize(20).allMatch(stroke -> stroke.kind() == Kind.BROKER_KILL);
  }

  @Test
  void everyKind_isFoundByItsText() {
    assertThat(ALL).allMatch(kind -> Kind.of(kind.text()) == kind);
  }

  private static List<String> told(Schedule schedule) {
    return schedule.strokes().stream()
        .map(
            stroke ->
                "%d %s %s %s"
                    .formatted(
                        stroke.number(),
                        stroke.kind(),
                        stroke.fault().victim(),
                        stroke.fault().lasts()))
        .toList();
  }
}
