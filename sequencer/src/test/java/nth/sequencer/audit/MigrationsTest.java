package nth.sequencer.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Databases remember what was run on them: a change is a new file, never an edited one. */
class MigrationsTest {

  private static final Path ROOT = Path.of("..");

  /** SHA-256 of all there are, by their place: whoever writes another one adds it here. */
  private static final Map<String, String> FROZEN =
      Map.of(
          "local/src/main/resources/nth/local/payer/V1__ledger.sql",
          "d08642aaef75c7c9d8d8c8bc6865f3805c60ab574d476e90cbd69c1931961406",
          "sequencer/src/main/resources/db/migration/V1__audit.sql",
          "45369434ba0d4d68f74d8e29b3aa385195f3720f77219fcba5ff75c1b6324197",
          "sequencer/src/main/resources/nth/sequencer/webhook/V1__ledger.sql",
          "6365b2f4ab21b7302bd94edaff74610ee63cbbead9d010046518c805f5c928f3");

  @Test
  void migrationsAreThese_andNoneIsEverEdited() throws IOException, NoSuchAlgorithmException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : Stream.concat(Stream.of(ROOT), modules).toList()) {
        addFrom(module.resolve(Path.of("src", "main", "resources")), found);
      }
    }
    assertThat(found).containsExactlyInAnyOrderEntriesOf(FROZEN);
  }

  private static void addFrom(Path resources, Map<String, String> found)
      throws IOException, NoSuchAlgorithmException {
    if (Files.isDirectory(resources)) {
      try (Stream<Path> files = Files.walk(resources)) {
        for (Path sql : files.filter(file -> file.toString().endsWith(".sql")).toList()) {
          String place = ROOT.relativize(sql).toString().replace('\\', '/');
          byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(sql));
          found.put(place, HexFormat.of().formatHex(hash));
        }
      }
    }
  }
}
