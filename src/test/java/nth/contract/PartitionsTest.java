package nth.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionsTest {

  @ParameterizedTest
  @CsvSource({
    "opening,          0, 1, 1, 1",
    "a,                0, 0, 4, 4",
    "spring-sale-2027, 0, 1, 3, 3",
    "0,                0, 0, 2, 8"
  })
  void placeOfAPromotion_isFrozen(String event, int of1, int of2, int of6, int of12) {
    EventId id = new EventId(event);
    assertThat(Partitions.of(id, 1)).isEqualTo(of1);
    assertThat(Partitions.of(id, 2)).isEqualTo(of2);
    assertThat(Partitions.of(id, 6)).isEqualTo(of6);
    assertThat(Partitions.of(id, 12)).isEqualTo(of12);
  }
}
