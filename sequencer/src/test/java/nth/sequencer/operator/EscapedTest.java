package nth.sequencer.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EscapedTest {

  @Test
  void lineBreakAndEscape_areShown_notObeyed() {
    assertThat(Escaped.of("mallory\nholds")).isEqualTo("mallory\\u000aholds");
    assertThat(Escaped.of((char) 27 + "[2J")).isEqualTo("\\u001b[2J");
  }

  @Test
  void bytes_areCut_andThatIsTold() {
    assertThat(Escaped.of("abc".getBytes(UTF_8), 2)).isEqualTo("\"ab\" …");
    assertThat(Escaped.of(null, 2)).isEqualTo("none");
  }
}
