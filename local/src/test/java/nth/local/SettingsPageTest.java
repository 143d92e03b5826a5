package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import nth.local.SettingsPage.Setting;
import org.junit.jupiter.api.Test;

/** With {@code -Dnth.write-docs=true} the page is written anew instead. */
class SettingsPageTest {

  private static final Path PAGE = Path.of("..", "docs", "settings.md");

  @Test
  void page_saysWhatTheCodeSays() throws IOException {
    if (Boolean.getBoolean("nth.write-docs")) {
      Files.writeString(PAGE, SettingsPage.text());
    }

    assertThat(Files.readString(PAGE)).isEqualTo(SettingsPage.text());
  }

  @Test
  void everySetting_hasAMeaning() {
    assertThat(SettingsPage.settings())
        .isNotEmpty()
        .allMatch(setting -> !setting.meaning().isBlank());
  }

  @Test
  void tableOfTheReadme_isTakenFromThePage() {
    List<String> rows =
        new Readme().text().lines().filter(line -> line.startsWith("| `nth.")).toList();

    assertThat(rows)
        .isNotEmpty()
        .isSubsetOf(SettingsPage.settings().stream().map(Setting::shortRow).toList());
  }
}
