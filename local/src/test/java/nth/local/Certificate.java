package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

/**
 * A self-signed certificate of this machine.
 *
 * @param keyStore PKCS #12, with the key
 * @param pem without it
 */
record Certificate(Path keyStore, Path pem) {

  static final String PASSWORD = "password-of-a-test";

  /** By the JDK's own tool. */
  static Certificate made(Path folder) throws Exception {
    var made = new Certificate(folder.resolve("broker.p12"), folder.resolve("broker.pem"));
    made.keytool(
        "-genkeypair", "-keyalg", "EC", "-dname", "CN=broker", "-ext", "san=ip:" + Ports.HOST);
    made.keytool("-exportcert", "-rfc", "-file", made.pem.toString());
    return made;
  }

  private void keytool(String... what) throws Exception {
    List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(what));
    command.addAll(
        List.of("-alias", "broker", "-keystore", keyStore.toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
  }
}
