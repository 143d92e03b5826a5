package nth.ingress;

import java.util.List;
import nth.app.Requirement;
import nth.web.WebSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** In production: admins exist, and their token cannot be guessed. */
final class AdminRequirement implements Requirement {

  private static final int SHORTEST_TOKEN = 32;

  @Override
  public List<String> refusals(Environment environment) {
    if (!Requirement.inProduction(environment)) {
      return List.of();
    }
    Binder binder = Binder.get(environment);
    AdminSettings admin = binder.bindOrCreate("nth.admin", AdminSettings.class);
    var mode = binder.bindOrCreate("nth", WebSettings.class).identity().mode();
    boolean byRole = mode == WebSettings.IdentityMode.JWT && admin.hasRole();
    boolean fine = admin.hasToken() ? isLong(admin.token()) : byRole;
    return fine
        ? List.of()
        : List.of(
            "nth.admin.token must be set, with %d characters or more".formatted(SHORTEST_TOKEN));
  }

  private static boolean isLong(@Nullable String token) {
    return token != null && token.length() >= SHORTEST_TOKEN;
  }
}
