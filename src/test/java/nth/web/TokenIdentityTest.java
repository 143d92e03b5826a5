package nth.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import nth.contract.fixtures.People;
import nth.contract.fixtures.TokenIssuer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.ReactiveOAuth2ResourceServerAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpMethod;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;

/** Tokens of a real issuer, over HTTP, with the settings of the applications. */
class TokenIdentityTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final RSAKey STRANGER = TokenIssuer.newKey();

  private static TokenIssuer issuer;
  private static ConfigurableApplicationContext context;

  @BeforeAll
  static void start() {
    issuer = new TokenIssuer();
    context = run(issuer.settings());
    awaitKnown(context, issuer);
  }

  /** The first visit to an issuer may take longer than a request waits. */
  private static void awaitKnown(ConfigurableApplicationContext reader, TokenIssuer of) {
    await().atMost(LIMIT).until(() -> said(reader, with(of.tokenOf(People.ALICE))).equals("alice"));
  }

  @AfterAll
  static void stop() {
    context.close();
    issuer.close();
  }

  private static ConfigurableApplicationContext run(String... settings) {
    return new SpringApplicationBuilder(
            WebConfiguration.class,
            ReactiveOAuth2ResourceServerAutoConfiguration.class,
            SimpleMeterRegistry.class)
        .web(WebApplicationType.NONE)
        .run(settings);
  }

  private static JWTClaimsSet.Builder alice() {
    return issuer.claimsOf("alice");
  }

  private static Date in(long seconds) {
    return Date.from(Instant.now().plusSeconds(seconds));
  }

  private static String typed(String type) {
    return TokenIssuer.sign(alice().build(), new JOSEObjectType(type), issuer.key());
  }

  private static String signed(JWSHeader header, RSAKey key) throws JOSEException {
    SignedJWT token = new SignedJWT(header, alice().build());
    token.sign(new RSASSASigner(key));
    return token.serialize();
  }

  private static JWSHeader.Builder header() {
    return new JWSHeader.Builder(JWSAlgorithm.RS256).type(JOSEObjectType.JWT);
  }

  /**
   * Signed with what everybody knows, the public key, in the hope that it is taken for a secret.
   */
  private static String signedWithThePublicKey() throws JOSEException {
    var header = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(issuer.key().getKeyID()).build();
    SignedJWT token = new SignedJWT(header, alice().build());
    token.sign(new MACSigner(issuer.key().toRSAPublicKey().getEncoded()));
    return token.serialize();
  }

  private static String altered(String token, JWTClaimsSet claims) {
    String[] parts = token.split("\\.");
    return parts[0] + "." + new PlainJWT(claims).serialize().split("\\.")[1] + "." + parts[2];
  }

  private static Arguments token(String what, String token, String answer) {
    return Arguments.of(what, token, answer);
  }

  private static Arguments claims(String what, JWTClaimsSet.Builder claims, String answer) {
    return Arguments.of(what, issuer.sign(claims.build()), answer);
  }

  /** The skew is 30 s. */
  static Stream<Arguments> tokens() throws JOSEException {
    String good = issuer.tokenOf(People.ALICE);
    String kid = issuer.key().getKeyID();
    RSAKey pretender = new RSAKey.Builder(STRANGER).keyID(kid).build();
    return Stream.of(
        token("good", good, "alice"),
        token("access token by RFC 9068", typed("at+jwt"), "alice"),
        token("of another type", typed("logout+jwt"), "401 user_required"),
        token("altered", altered(good, issuer.claimsOf("bob").build()), "401 user_required"),
        token("without signature", good.replaceFirst("[^.]+$", ""), "401 user_required"),
        token("alg none", new PlainJWT(alice().build()).serialize(), "401 user_required"),
        token("public key as secret", signedWithThePublicKey(), "401 user_required"),
        token(
            "unknown key",
            TokenIssuer.sign(alice().build(), JOSEObjectType.JWT, STRANGER),
            "401 user_required"),
        token(
            "name of a known key",
            signed(header().keyID(kid).build(), pretender),
            "401 user_required"),
        token(
            "brings its own key",
            signed(header().jwk(STRANGER.toPublicJWK()).build(), STRANGER),
            "401 user_required"),
        token(
            "says where its key is",
            signed(header().jwkURL(URI.create("http://localhost:1/keys")).build(), STRANGER),
            "401 user_required"),
        token(
            "critical and unknown",
            signed(
                header().keyID(kid).criticalParams(Set.of("x")).customParam("x", 1).build(),
                issuer.key()),
            "401 user_required"),
        token("no token", "abc", "401 user_required"),
        token("three words", "a.b.c", "401 user_required"),
        token(
            "encrypted",
            "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a.b.c.d",
            "401 user_required"),
        claims("ended within the skew", alice().expirationTime(in(-20)), "alice"),
        claims("ended", alice().expirationTime(in(-40)), "401 user_required"),
        claims("without end", alice().expirationTime(null), "401 user_required"),
        claims("without beginning", alice().issueTime(null), "alice"),
        claims(
            "from a clock that is ahead", alice().issueTime(in(20)).notBeforeTime(in(20)), "alice"),
        claims(
            "not yet good", alice().issueTime(in(40)).notBeforeTime(in(40)), "401 user_required"),
        claims("ends before it begins", alice().issueTime(in(700)), "401 user_required"),
        claims("an end that is no time", alice().claim("exp", "soon"), "401 user_required"),
        claims("for us and others", alice().audience(List.of("x", TokenIssuer.AUDIENCE)), "alice"),
        claims("for others", alice().audience("x"), "401 user_required"),
        claims("for nobody", alice().audience((String) null), "401 user_required"),
        claims("of another issuer", alice().issuer("http://other.example"), "401 user_required"),
        claims("of no issuer", alice().issuer(null), "401 user_required"),
        claims("of nobody", alice().subject(null), "403 invalid_user"));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("tokens")
  void onlyTheIssuersGoodTokens_nameAPerson(String what, String token, String answer) {
    var exchange = exchange(HttpMethod.GET, "Bearer " + token, "-");
    assertThat(said(context, exchange)).isEqualTo(answer);
  }

  /** One person has one spelling: nothing is folded, trimmed or decoded. */
  @Tag("O-51")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jos\u00e9",
        "jose\u0301",
        " alice",
        "alice ",
        "alice\u00a0",
        "al\u200dice",
        "\uff11\uff12",
        "ali\u0441e",
        "alice\n",
        "a,b",
        "\"alice\"",
        "al%69ce",
        ""
      })
  void aSubThatIsNoId_isForbidden(String sub) {
    String token = issuer.sign(issuer.claimsOf(sub).build());
    var exchange = exchange(HttpMethod.GET, "Bearer " + token, "-");
    assertThat(said(context, exchange)).isEqualTo("403 invalid_user");
  }

  @Tag("O-51")
  @Test
  void upperAndLowerCase_areTwoPersons() {
    for (String sub : List.of("Alice", "ALICE", "alice", "a".repeat(255))) {
      String token = issuer.sign(issuer.claimsOf(sub).build());
      var exchange = exchange(HttpMethod.GET, "Bearer " + token, "-");
      assertThat(said(context, exchange)).isEqualTo(sub);
    }
  }

  /** A is alice's token, B bob's; two headers or cookies have " // " between them; "-" is none. */
  @Tag("O-37")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          method | authorization        | cookie | answer
          GET    | Bearer A             | -      | alice
          GET    | bearer A             | -      | alice
          GET    | BEARER  A            | -      | alice
          GET    | -                    | A      | alice
          HEAD   | -                    | A      | alice
          POST   | Bearer A             | -      | alice
          POST   | Bearer A             | B      | alice
          GET    | Bearer A             | B      | alice
          GET    | Bearer x             | B      | 401 user_required
          GET    | Basic A              | B      | 401 user_required
          GET    | Bearer               | -      | 401 user_required
          GET    | A                    | -      | 401 user_required
          GET    | Bearer A // Bearer A | -      | 401 user_required
          GET    | Bearer A // Bearer B | -      | 401 user_required
          GET    | Bearer A, Bearer B   | -      | 401 user_required
          GET    | -                    | A // B | 401 user_required
          GET    | -                    | A // A | 401 user_required
          POST   | -                    | A      | 401 user_required
          PUT    | -                    | A      | 401 user_required
          GET    | -                    | -      | 401 user_required
          """,
      useHeadersInDisplayName = true)
  void aToken_isTakenFromTheHeader_orWhereNothingChangesFromTheCookie(
      String method, String authorization, String cookie, String answer) {
    var exchange = exchange(HttpMethod.valueOf(method), filled(authorization), filled(cookie));
    assertThat(said(context, exchange)).isEqualTo(answer);
  }

  @Tag("O-37")
  @Test
  void tokensInUrls_andNamesInHeaders_sayNothing() {
    String token = issuer.tokenOf(People.ALICE);
    var request =
        MockServerHttpRequest.get("/events/event?access_token={token}", token)
            .header("X-User-Id", "alice");
    assertThat(said(context, MockServerWebExchange.from(request))).isEqualTo("401 user_required");
  }

  @Test
  void whoeverIsNotKnown_isToldHowToBe() {
    assertThat(challenge(exchange(HttpMethod.GET, "-", "-"))).isEqualTo("Bearer realm=\"nth\"");
    assertThat(challenge(exchange(HttpMethod.GET, "Bearer x", "-")))
        .isEqualTo("Bearer realm=\"nth\", error=\"invalid_token\"");
  }

  private static @Nullable String challenge(MockServerWebExchange exchange) {
    Problem problem = refusal(context, exchange);
    return problem.getHeaders().getFirst("WWW-Authenticate");
  }

  @Test
  void aPerson_isKnownUntilTheTokenEnds() {
    Instant end = Instant.now().plusSeconds(100);
    var exchange = exchange(HttpMethod.GET, "Bearer " + issuer.tokenOf(People.ALICE, end), "-");
    Caller caller = context.getBean(Identity.class).caller(exchange).block();
    assertThat(caller)
        .isEqualTo(new Caller(People.ALICE, Instant.ofEpochSecond(end.getEpochSecond())));
  }

  @Test
  void aNewKey_isFoundByItself_andInventedKeys_areNotAskedForAgainAndAgain() {
    try (var other = new TokenIssuer();
        var reader = run(other.settings())) {
      awaitKnown(reader, other);
      int visits = other.visits();
      for (int i = 0; i < 100; i++) {
        String invented =
            TokenIssuer.sign(
                other.claimsOf("alice").build(),
                JOSEObjectType.JWT,
                new RSAKey.Builder(STRANGER).keyID("invented-" + i).build());
        assertThat(said(reader, with(invented))).isEqualTo("401 user_required");
      }
      assertThat(other.visits() - visits).isLessThan(10);

      other.changeKey();
      awaitKnown(reader, other);
    }
  }

  /** Not 401: the token may be as good as can be. */
  @Test
  void whileTheIssuerIsGone_orSilent_nobodyCanTell() throws IOException {
    URI gone;
    try (var issuerOfBefore = new TokenIssuer()) {
      gone = URI.create(issuerOfBefore.uri());
    }
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int port : List.of(gone.getPort(), silent.getLocalPort())) {
        try (var reader = run(keysAt(port))) {
          Problem problem = refusal(reader, with(issuer.tokenOf(People.ALICE)));
          assertThat(gist(problem)).isEqualTo("503 unavailable");
          assertThat(problem.getHeaders().getFirst("Retry-After")).isEqualTo("2");
        }
      }
    }
  }

  private static String[] keysAt(int port) {
    String prefix = "--spring.security.oauth2.resourceserver.jwt.";
    return new String[] {
      "--nth.identity.mode=jwt",
      prefix + "jwk-set-uri=http://localhost:" + port + "/keys",
      prefix + "audiences=" + TokenIssuer.AUDIENCE
    };
  }

  private static String filled(String text) {
    return text.replaceAll("\\bA\\b", issuer.tokenOf(People.ALICE))
        .replaceAll("\\bB\\b", issuer.tokenOf(People.BOB));
  }

  private static MockServerWebExchange with(String token) {
    return exchange(HttpMethod.GET, "Bearer " + token, "-");
  }

  private static MockServerWebExchange exchange(
      HttpMethod method, String authorization, String cookies) {
    var request = MockServerHttpRequest.method(method, "/events/event");
    for (String value : authorization.split(" // ")) {
      if (!value.equals("-")) {
        request.header("Authorization", value);
      }
    }
    for (String value : cookies.split(" // ")) {
      if (!value.equals("-")) {
        request.cookie(new HttpCookie("__Host-nth", value));
      }
    }
    return MockServerWebExchange.from(request);
  }

  /** The person, or status and code. */
  private static String said(ConfigurableApplicationContext context, MockServerWebExchange asked) {
    try {
      return context.getBean(Identity.class).caller(asked).block().userId().value();
    } catch (Problem problem) {
      assertTellsNothing(problem, asked);
      return gist(problem);
    }
  }

  private static Problem refusal(
      ConfigurableApplicationContext context, MockServerWebExchange asked) {
    return catchThrowableOfType(
        Problem.class, () -> context.getBean(Identity.class).caller(asked).block());
  }

  private static String gist(Problem problem) {
    return problem.getStatusCode().value() + " " + problem.code().wire();
  }

  private static void assertTellsNothing(Problem problem, MockServerWebExchange asked) {
    asked.getRequest().getHeaders().getOrEmpty("Authorization").stream()
        .flatMap(value -> Stream.of(value.split("[ .]")))
        .filter(part -> part.getBytes(UTF_8).length > 10)
        .forEach(
            part -> assertThat(problem.getBody() + "" + problem.getHeaders()).doesNotContain(part));
  }
}
