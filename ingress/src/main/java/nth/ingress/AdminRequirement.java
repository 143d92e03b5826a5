package nth.ingress;

import java.util.List;
import nth.app.Requirement;
import nth.web.WebSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** The admin token can be sent; in production there are admins, and it cannot be guessed. */
final class AdminRequirement implements Requirement {

  private static final int SHORTEST_TOKEN = 32;

  @Override
  public List<String> refusals(Environment environment) {
    Binder binder = Binder.get(environment);
    AdminSettings admin = binder.bindOrCreate("nth.admin", AdminSettings.class);
    if (hasGap(admin)) {
      return List.of("nth.admin.token must not have blanks or line ends: no header can have them");
    }
    if (!Requirement.inProduction(environment)) {
      return List.of();
    }
    var mode = binder.bindOrCreate("nth", WebSettings.class).identity().mode();
    boolean byRole = mode == WebSettings.IdentityMode.JWT && admin.hasRole();
    boolean fine = admin.hasToken() ? isLong(admin.token()) : byRole;
    return fine
        ? List.of()
        : List.of(
            "nth.admin.token must be set, with %d characters or more".formatted(SHORTEST_TOKEN));
  }

  /** As of a file that ends with its line. */
  private static boolean hasGap(AdminSettings admin) {
    String token = admin.token();
    return admin.hasToken()
        && token != null
        && token.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c));
  }

  private static boolean isLong(@Nullable String token) {
    return token != null && token.length() >= SHORTEST_TOKEN;
  }
}
