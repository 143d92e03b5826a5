package nth.ingress;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;

/** Whether a token says that its person is an admin. */
record AdminRole(String name, List<String> claims) {

  boolean isOf(Jwt token) {
    return claims.stream().anyMatch(claim -> isNamed(found(token.getClaims(), claim)));
  }

  /** By its whole name first: names with dots are the rule where names are URLs. */
  private static @Nullable Object found(Map<?, ?> claims, String path) {
    int dot = path.indexOf('.');
    if (claims.containsKey(path) || dot < 0) {
      return claims.get(path);
    }
    Object nested = claims.get(path.substring(0, dot));
    return nested instanceof Map<?, ?> inner ? found(inner, path.substring(dot + 1)) : null;
  }

  private boolean isNamed(@Nullable Object value) {
    return value instanceof Collection<?> names
        ? names.contains(name)
        : value instanceof String words && List.of(words.split(" ")).contains(name);
  }
}
