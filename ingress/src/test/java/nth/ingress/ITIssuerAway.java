package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.People;
import nth.contract.fixtures.TokenIssuer;
import org.junit.jupiter.api.Test;

/** With tokens, while nobody can say whose they are. */
class ITIssuerAway extends RunningIngress {

  private static final String PREFIX = "--spring.security.oauth2.resourceserver.jwt.";

  ITIssuerAway() {
    super(
        "--nth.identity.mode=jwt",
        PREFIX + "jwk-set-uri=http://localhost:" + FreePort.any() + "/keys",
        PREFIX + "audiences=" + TokenIssuer.AUDIENCE);
  }

  /** More often than a stranger may come: 503 each time, for it is not their fault. */
  @Test
  void whoeverHasAToken_isToldToComeAgain_andIsNotHeldForAStranger() {
    try (var issuer = new TokenIssuer()) {
      String token = issuer.tokenOf(People.ALICE);
      for (int i = 0; i < 20; i++) {
        var entry = door.to("/events/" + event + "/entries").POST(BodyPublishers.noBody());
        assertThat(door.ask(entry.header("Authorization", "Bearer " + token)).gist())
            .isEqualTo("503 unavailable");
      }
    }
    assertThat(commandsOf(event)).isEmpty();
  }
}
