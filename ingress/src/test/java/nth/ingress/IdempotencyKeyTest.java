package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import nth.web.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

class IdempotencyKeyTest {

  private static IdempotencyKey key(String... values) {
    HttpHeaders headers = new HttpHeaders();
    for (String value : values) {
      headers.add("Idempotency-Key", value);
    }
    return IdempotencyKey.of(headers);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          abc        | abc
          "abc"      | abc
          "a b"      | a b
          a,b;c=d    | a,b;c=d
          ~!@#$%^&*  | ~!@#$%^&*
          """)
  void aKey_isTheRequestId_withoutTheQuotesOfTheDraft(String header, String requestId) {
    IdempotencyKey key = key(header);
    assertThat(key.given()).isTrue();
    assertThat(key.orInvalid().value()).isEqualTo(requestId);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\"",
        "\"\"",
        "a\"b",
        "\"a",
        "a\\b",
        "\"\"a\"\"",
        "ä",
        "a\tb",
        "\" a\"",
        "\"a \"",
        "\" \""
      })
  void anythingElse_isInvalid_andTheAnswerHasAnIdAllTheSame(String header) {
    IdempotencyKey key = key(header);
    assertThat(UUID.fromString(key.requestId().value())).isNotNull();
    assertThatThrownBy(key::orInvalid).isInstanceOf(Problem.class).hasMessageContaining("400");
  }

  @Test
  void aKeyOf128Characters_isTheLongest() {
    assertThat(key("k".repeat(128)).orInvalid().value()).hasSize(128);
    assertThat(key("k".repeat(129)).valid()).isFalse();
  }

  @Test
  void twoKeys_areInvalid_evenIfTheSame() {
    assertThat(key("a", "a").valid()).isFalse();
  }

  @Test
  void withoutAKey_everyRequestHasAnIdOfItsOwn() {
    assertThat(key().valid()).isTrue();
    assertThat(key().given()).isFalse();
    assertThat(key().orInvalid()).isNotEqualTo(key().orInvalid());
  }
}
