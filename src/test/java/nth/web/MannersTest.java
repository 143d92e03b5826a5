package nth.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import nth.web.fixtures.Heard;
import nth.web.fixtures.Manners;
import nth.web.fixtures.Nonsense;
import nth.web.fixtures.Nonsense.Door;
import nth.web.fixtures.Nonsense.Sense;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judge of answers judges, and the nonsense is some. */
class MannersTest {

  private static final String GOOD = "{\"code\":\"not_found\",\"correlation_id\":\"c\"}";

  private static Heard answer(int status, String type, String body) {
    var headers = new TreeMap<String, List<String>>();
    headers.put("content-type", List.of(type));
    headers.put("x-correlation-id", List.of("c"));
    headers.put("cache-control", List.of("no-store"));
    return new Heard(status, headers, body);
  }

  @Test
  void goodAnswers_lackNothing() {
    assertThat(Manners.lacking(answer(404, "application/problem+json", GOOD), false)).isEmpty();
    assertThat(Manners.lacking(answer(200, "application/json", "{}"), false)).isEmpty();
    assertThat(Manners.lacking(answer(404, "application/problem+json", ""), true)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          500 | application/problem+json | {"code":"internal_error","correlation_id":"c"}
          302 | text/plain               | moved
          404 | application/json         | {"code":"not_found","correlation_id":"c"}
          404 | application/problem+json | {"code":"conflict","correlation_id":"c"}
          409 | application/problem+json | {"code":"not_found","correlation_id":"c"}
          404 | application/problem+json | {"code":"not_found","correlation_id":"d"}
          404 | application/problem+json | {"code":"not_found","correlation_id":"c","instance":"/a"}
          404 | application/problem+json | nothing
          404 | application/problem+json | {"code":"not_found","correlation_id":"c","detail":"zzNonsensezz"}
          400 | application/problem+json | {"code":"bad_request","correlation_id":"c","detail":"java.lang.E"}
          200 | text/html                | zznonsensezz
          """)
  void badAnswers_areNoticed(int status, String type, String body) {
    assertThat(Manners.lacking(answer(status, type, body), false)).isNotEmpty();
  }

  @Test
  void answersWithoutTheHeaders_areNoticed() {
    for (String name : List.of("x-correlation-id", "cache-control", "content-type")) {
      Heard answer = answer(404, "application/problem+json", GOOD);
      answer.headers().remove(name);
      assertThat(Manners.lacking(answer, false)).as(name).isNotEmpty();
    }
  }

  @Test
  void nonsense_isTheSameForTheSameSeed_andOfEveryKind() {
    List<Door> doors = List.of(new Door("POST", "/events/e/entries", ""));
    var attempts = Nonsense.attempts(7, 500, doors);
    assertThat(attempts)
        .extracting(Object::toString)
        .isEqualTo(Nonsense.attempts(7, 500, doors).stream().map(Object::toString).toList());
    for (Sense sense : Sense.values()) {
      assertThat(attempts).filteredOn(a -> a.sense() == sense).hasSizeGreaterThan(20);
    }
    assertThat(attempts).anyMatch(attempt -> !attempt.framed());
  }
}
