package nth.local;

import java.io.File;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import nth.contract.fixtures.Tools;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** The machine's own Chromium and driver: nothing is downloaded, and nothing asks for news. */
final class Chromium {

  private static final String[] QUIET = {
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--lang=en"
  };

  /** Says at every start that it knows no browser as new as this one; none of that is used. */
  private static final Logger DEVTOOLS = Logger.getLogger("org.openqa.selenium.devtools");

  static {
    DEVTOOLS.setLevel(Level.SEVERE);
  }

  private Chromium() {}

  /**
   * @param profile a folder that nobody else uses
   */
  static ChromeDriver start(Path profile) {
    Tools.require("chromium");
    Tools.require("chromedriver");
    ChromeDriverService service =
        new ChromeDriverService.Builder().usingDriverExecutable(program("chromedriver")).build();
    return new ChromeDriver(service, options(profile));
  }

  private static ChromeOptions options(Path profile) {
    LoggingPreferences log = new LoggingPreferences();
    log.enable(LogType.PERFORMANCE, Level.ALL);
    log.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program("chromium"));
    options.setCapability(ChromeOptions.LOGGING_PREFS, log);
    return options.addArguments(QUIET).addArguments("--user-data-dir=" + profile);
  }

  private static File program(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> new File(folder, name))
        .filter(File::canExecute)
        .findFirst()
        .orElseThrow();
  }
}
