package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import nth.contract.Command.SubmitEntry;
import nth.contract.fixtures.People;
import nth.contract.fixtures.TokenIssuer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** With tokens: nobody acts for another. */
@ExtendWith(OutputCaptureExtension.class)
class ITIdentity extends RunningIngress {

  private static final TokenIssuer ISSUER = new TokenIssuer();

  ITIdentity() {
    super(ISSUER.settings());
  }

  @BeforeAll
  void knowTheIssuer() {
    await()
        .atMost(OtherParty.LIMIT)
        .until(() -> entered(token("bob")).equals("404 event_not_found"));
  }

  @AfterAll
  static void closeIssuer() {
    ISSUER.close();
  }

  private static String token(String user) {
    return ISSUER.sign(ISSUER.claimsOf(user).build());
  }

  private HttpRequest.Builder entry() {
    return door.to("/events/" + event + "/entries").POST(BodyPublishers.noBody());
  }

  private String entered(String token) {
    return door.ask(entry().header("Authorization", "Bearer " + token)).gist();
  }

  @Test
  void theEntry_isOfTheTokensPerson_whateverElseIsSaid() {
    show(Views.open(event));

    var request = entry().header("Authorization", "Bearer " + token("alice"));
    request.header("X-User-Id", "bob").header("Cookie", "__Host-nth=" + token("bob"));
    assertThat(door.ask(request).status()).isEqualTo(202);

    assertThat(commandsOf(event))
        .singleElement()
        .satisfies(
            received ->
                assertThat(((SubmitEntry) received.command()).userId()).isEqualTo(People.ALICE));
  }

  @Tag("O-37")
  @Test
  void nothingElse_letsAnybodyIn_andNoTokenIsToldOrLogged(CapturedOutput output) {
    show(Views.open(event));
    String good = token("alice");
    String expired = ISSUER.tokenOf(People.ALICE, Instant.now().minusSeconds(600));

    var url = door.to("/events/" + event + "/entries?access_token=" + good);
    List<HttpRequest.Builder> strangers =
        List.of(
            entry(),
            entry().header("X-User-Id", "alice"),
            entry().header("Cookie", "__Host-nth=" + good),
            entry().header("Authorization", "Bearer " + expired),
            entry().header("Authorization", "Bearer " + good + "x"),
            entry().header("Authorization", "Basic " + good));
    for (var stranger : strangers) {
      var answer = door.ask(stranger);
      assertThat(answer.gist()).isIn("401 user_required", "429 rate_limited");
      assertThat(answer.response().body()).doesNotContain(good.split("\\.")[1]);
    }
    assertThat(door.ask(url.POST(BodyPublishers.noBody())).status()).isIn(401, 429);

    assertThat(commandsOf(event)).isEmpty();
    for (String secret : List.of(good, expired)) {
      assertThat(output.getAll())
          .doesNotContain(secret.split("\\.")[1])
          .doesNotContain(secret.split("\\.")[2]);
    }
  }

  @Test
  void admins_areKnownByTheirRole_orByTheToken() {
    String admin =
        ISSUER.sign(ISSUER.claimsOf("carol").claim("roles", List.of("nth-admin")).build());
    assertThat(defined(token("alice"))).isEqualTo("403 admin_required");
    assertThat(defined("wrong")).isEqualTo("401 admin_required");
    // Nothing is defined: what is sent is no definition, and only an admin is told so.
    assertThat(defined(admin)).isEqualTo("400 invalid_definition");
    assertThat(defined(Door.ADMIN_TOKEN)).isEqualTo("400 invalid_definition");
  }

  private String defined(String token) {
    return door.ask(
            door.to("/events/" + event)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString("{}")))
        .gist();
  }

  /** Spring Security is there to read tokens; it must not lock anything. */
  @Test
  void whatIsNotOurs_isAnsweredAsBefore() {
    assertThat(door.ask(door.to("/actuator/health").GET()).status()).isEqualTo(200);
    assertThat(door.ask(door.to("/actuator/prometheus").GET()).status()).isEqualTo(200);
    assertThat(door.ask(door.to("/nothing").GET()).gist()).isEqualTo("404 not_found");
  }
}
