package nth.sequencer.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs as Standard Webhooks describes it, version {@code v1}, with every secret: a receiver that
 * knows one of them can check, so secrets can be exchanged without a moment in which none fits.
 */
final class Signature {

  static final String PREFIX = "whsec_";

  private static final String ALGORITHM = "HmacSHA256";
  private static final int SHORTEST = 24;
  private static final int LONGEST = 64;

  private final List<SecretKeySpec> keys;

  private Signature(List<SecretKeySpec> keys) {
    this.keys = keys;
  }

  /**
   * @throws IllegalArgumentException which does not repeat them
   */
  static Signature with(List<String> secrets) {
    return new Signature(secrets.stream().map(Signature::key).toList());
  }

  private static SecretKeySpec key(String secret) {
    byte[] bytes = secret.startsWith(PREFIX) ? decoded(secret.substring(PREFIX.length())) : null;
    if (bytes == null || bytes.length < SHORTEST || bytes.length > LONGEST) {
      throw new IllegalArgumentException(
          "nth.webhook.secrets must each be whsec_ and the base64 of 24 to 64 bytes"
              + " (echo whsec_$(openssl rand -base64 32))");
    }
    return new SecretKeySpec(bytes, ALGORITHM);
  }

  private static byte @Nullable [] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      // Its message would name characters of the secret.
      return null;
    }
  }

  /**
   * @param timestamp of this attempt, in seconds
   * @return what goes into {@code webhook-signature}
   */
  String of(String id, long timestamp, byte[] body) {
    byte[] head = (id + "." + timestamp + ".").getBytes(UTF_8);
    return keys.stream()
        .map(key -> "v1," + Base64.getEncoder().encodeToString(hmac(key, head, body)))
        .collect(joining(" "));
  }

  private static byte[] hmac(SecretKeySpec key, byte[] head, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(head);
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
