package nth.sequencer.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Databases remember what was run on them: a change is a new file, never an edited one. */
class MigrationsTest {

  @ParameterizedTest
  @CsvSource({
    "/db/migration/V1__audit.sql,"
        + " 45369434ba0d4d68f74d8e29b3aa385195f3720f77219fcba5ff75c1b6324197",
    "/nth/sequencer/webhook/V1__ledger.sql,"
        + " 6365b2f4ab21b7302bd94edaff74610ee63cbbead9d010046518c805f5c928f3"
  })
  void migrationThatWasRun_isNeverEdited(String file, String sha256)
      throws IOException, NoSuchAlgorithmException {
    try (InputStream bytes = MigrationsTest.class.getResourceAsStream(file)) {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.readAllBytes());
      assertThat(HexFormat.of().formatHex(hash)).isEqualTo(sha256);
    }
  }
}
