package nth.notifier.page;

import org.springframework.http.HttpHeaders;

/** What a browser may do with the page: everything comes from here, and nothing stands in line. */
final class ContentPolicy {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  private ContentPolicy() {}

  static void in(HttpHeaders headers) {
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
  }
}
