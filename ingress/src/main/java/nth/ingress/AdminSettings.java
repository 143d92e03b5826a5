package nth.ingress;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code nth.admin.*}: who may define and close.
 *
 * @param token what an admin call may carry; null or blank: there is none
 * @param role what a person's token may say instead, with {@code nth.identity.mode=jwt}; blank:
 *     there is none
 * @param roleClaim {@code nth.admin.role-claim}: the claims in which it may, a nested one as a path
 *     with dots
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
