package nth.sequencer.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureTest {

  private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String NEW = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(UTF_8);
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final long TIMESTAMP = 1614265330;

  /** By openssl dgst -sha256 -mac HMAC, over id, timestamp and body with dots between them. */
  private static final String BY_OPENSSL = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

  @Test
  void signature_isTheOneThatOthersCompute() {
    assertThat(Signature.with(List.of(OLD)).of(ID, TIMESTAMP, BODY)).isEqualTo(BY_OPENSSL);
  }

  @Test
  void eachSecret_signs_soThatTheyCanBeExchanged() {
    String[] both = Signature.with(List.of(NEW, OLD)).of(ID, TIMESTAMP, BODY).split(" ");

    assertThat(both).hasSize(2).endsWith(BY_OPENSSL);
    assertThat(both[0]).isEqualTo(Signature.with(List.of(NEW)).of(ID, TIMESTAMP, BODY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "whsec_", "secret-secret-secret-secret-secret", "whsec_***not-base64***"})
  void whatIsNoSecret_isRefused_andNotRepeated(String secret) {
    assertThatThrownBy(() -> Signature.with(List.of(secret)))
        .hasNoCause()
        .hasMessageStartingWith("nth.webhook.secrets must each be whsec_")
        .hasMessageNotContaining("not-base64");
  }

  @Test
  void shortAndLongSecrets_areRefused() {
    for (int length : List.of(23, 65)) {
      String secret = Signature.PREFIX + Base64.getEncoder().encodeToString(new byte[length]);
      assertThatThrownBy(() -> Signature.with(List.of(secret)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (int length : List.of(24, 64)) {
      String secret = Signature.PREFIX + Base64.getEncoder().encodeToString(new byte[length]);
      assertThat(Signature.with(List.of(secret))).isNotNull();
    }
  }
}
