package nth.ingress;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.admin.*}: who may define and close.
 *
 * @param token the Bearer token of admin calls; without it there are none, but with {@code jwt};
 *     {@code local} has {@code local-admin}
 * @param role with {@code jwt}: what an admin's own token says instead; blank: there is none
 * @param roleClaim in which claims it may, a nested one as a path with dots
 */
@ConfigurationProperties("nth.admin")
record AdminSettings(
    @Nullable String token,
    @DefaultValue("nth-admin") String role,
    @DefaultValue({"roles", "scope", "scp", "realm_access.roles"}) List<String> roleClaim) {

  AdminSettings {
    roleClaim = List.copyOf(roleClaim);
  }

  boolean hasToken() {
    return token != null && !token.isBlank();
  }

  boolean hasRole() {
    return !role.isBlank();
  }

  /** Keeps the token out of logs. */
  @Override
  public String toString() {
    return "AdminSettings[token=***, role=" + role + ", roleClaim=" + roleClaim + "]";
  }
}
