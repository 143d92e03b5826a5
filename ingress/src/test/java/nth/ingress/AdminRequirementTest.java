package nth.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

class AdminRequirementTest {

  private final MockEnvironment environment = new MockEnvironment();

  @ParameterizedTest
  @ValueSource(strings = {"secret\n", "secret\r\n", " secret", "sec ret", "sec\tret"})
  void tokenThatNobodyCanSend_isRefusedEverywhere(String token) {
    environment.setProperty("nth.admin.token", token);
    assertThat(new AdminRequirement().refusals(environment))
        .hasSize(1)
        .allMatch(line -> line.startsWith("nth.admin.token must not have blanks"))
        .noneMatch(line -> line.contains("secret"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "local-admin"})
  void outsideProduction_anyOtherIsFine(String token) {
    environment.setProperty("nth.admin.token", token);
    assertThat(new AdminRequirement().refusals(environment)).isEmpty();
  }

  @Test
  void inProduction_itIsLong() {
    environment.setActiveProfiles("production");
    environment.setProperty("nth.admin.token", "local-admin");
    assertThat(new AdminRequirement().refusals(environment)).hasSize(1);
    environment.setProperty("nth.admin.token", "0123456789".repeat(4));
    assertThat(new AdminRequirement().refusals(environment)).isEmpty();
  }
}
