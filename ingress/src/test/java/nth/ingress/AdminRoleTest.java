package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import nth.contract.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.oauth2.jwt.Jwt;

class AdminRoleTest {

  private final AdminRole role =
      new AdminRole(
          "nth-admin", List.of("roles", "scope", "realm_access.roles", "https://shop.example/r"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"roles":["other","nth-admin"]}               | true
          {"roles":"nth-admin"}                         | true
          {"scope":"openid nth-admin email"}            | true
          {"realm_access":{"roles":["nth-admin"]}}      | true
          {"https://shop.example/r":["nth-admin"]}      | true
          {"roles":["nth-admins"]}                      | false
          {"roles":["NTH-ADMIN"]}                       | false
          {"roles":["nth-admin other"]}                 | false
          {"scope":"not-nth-admin"}                     | false
          {"roles":{"nth-admin":true}}                  | false
          {"roles":[["nth-admin"]]}                     | false
          {"realm_access":"nth-admin"}                  | false
          {"realm_access":{"other":["nth-admin"]}}      | false
          {"groups":["nth-admin"]}                      | false
          {"sub":"nth-admin"}                           | false
          """)
  void onlyTheWholeRole_inANamedClaim_makesAnAdmin(String claims, boolean admin) {
    Map<?, ?> said = Json.strict().readValue(claims, Map.class);
    Jwt.Builder token = Jwt.withTokenValue("token").header("alg", "RS256");
    said.forEach((name, value) -> token.claim(String.valueOf(name), value));
    assertThat(role.isOf(token.build())).isEqualTo(admin);
  }
}
