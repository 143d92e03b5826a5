package nth.web;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** Where a request may carry a token: never in its URL, which ends up in logs and histories. */
public final class BearerToken {

  /** Set by the shop; its prefix makes browsers keep it to this host and to TLS. */
  static final String COOKIE = "__Host-nth";

  private static final Pattern HEADER =
      Pattern.compile("Bearer +(\\S.*)", Pattern.CASE_INSENSITIVE);
  private static final String CHALLENGE = "Bearer realm=\"nth\"";

  private BearerToken() {}

  /**
   * Of the Authorization header.
   *
   * @return empty if there is none
   * @throws Problem of the code, 401, if it holds no token or there are several
   */
  public static Optional<String> inHeader(ServerHttpRequest request, ProblemCode otherwise) {
    List<String> given = request.getHeaders().getOrEmpty(HttpHeaders.AUTHORIZATION);
    if (given.isEmpty()) {
      return Optional.empty();
    }
    Matcher matcher = HEADER.matcher(given.get(0));
    if (given.size() > 1 || !matcher.matches()) {
      throw refused(otherwise, "There must be one Authorization header, with a Bearer token.");
    }
    return Optional.of(matcher.group(1));
  }

  /**
   * Of the header, or of the cookie where an answer is asked for only: EventSource cannot send
   * headers, but with a cookie alone another site's page could act for the person.
   */
  static Optional<String> of(ServerHttpRequest request) {
    Optional<String> inHeader = inHeader(request, ProblemCode.USER_REQUIRED);
    HttpMethod method = request.getMethod();
    if (inHeader.isPresent() || !(method == HttpMethod.GET || method == HttpMethod.HEAD)) {
      return inHeader;
    }
    List<HttpCookie> cookies = request.getCookies().getOrDefault(COOKIE, List.of());
    if (cookies.size() > 1) {
      throw refused(ProblemCode.USER_REQUIRED, "There must be one cookie " + COOKIE + ".");
    }
    return cookies.stream().map(HttpCookie::getValue).findFirst();
  }

  /** A token was given, and it is none for us. */
  public static Problem refused(ProblemCode code, String detail) {
    return challenge(code, detail, CHALLENGE + ", error=\"invalid_token\"");
  }

  /** None was given. */
  public static Problem missing(ProblemCode code, String detail) {
    return challenge(code, detail, CHALLENGE);
  }

  private static Problem challenge(ProblemCode code, String detail, String challenge) {
    Problem problem = new Problem(code, detail);
    problem.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, challenge);
    return problem;
  }
}
