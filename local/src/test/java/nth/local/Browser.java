package nth.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.logging.Level;
import nth.contract.Json;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

/** A real Chromium that nobody sees, with a profile of its own, in front of the live page. */
final class Browser implements AutoCloseable {

  /** Where screenshots go; without it there are none. */
  private static final String SCREENSHOTS = System.getProperty("nth.page.screenshots", "");

  private static final String AXE = resource("/axe.min.js");

  /** Keeps what the counter showed and what was announced. */
  private static final String RECORDER = resource("recorder.js");

  private final ChromeDriver driver;
  private final TreeSet<String> asked = new TreeSet<>();

  Browser(Path profile) {
    driver = Chromium.start(profile);
    driver.manage().timeouts().pageLoadTimeout(Shop.LIMIT);
    driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", RECORDER));
    size(1280, 900);
  }

  private static String resource(String name) {
    try (InputStream in = Browser.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Browser visit(URI address) {
    driver.get(address.toString());
    return this;
  }

  Browser reload() {
    driver.navigate().refresh();
    return this;
  }

  String address() {
    return driver.getCurrentUrl();
  }

  /** Of any kind; the browser keeps cookies for the host, whatever the port. */
  Browser cookie(String name, String value) {
    driver.executeCdpCommand(
        "Network.setCookie",
        Map.of("name", name, "value", value, "url", "http://" + Ports.HOST + "/"));
    return this;
  }

  /** Another window of the same profile; further calls are about it. */
  String newWindow() {
    driver.switchTo().newWindow(WindowType.WINDOW);
    return driver.getWindowHandle();
  }

  String window() {
    return driver.getWindowHandle();
  }

  Browser at(String window) {
    driver.switchTo().window(window);
    return this;
  }

  void closeAllBut(String kept) {
    for (String window : driver.getWindowHandles()) {
      if (!window.equals(kept)) {
        at(window).driver.close();
      }
    }
    at(kept);
  }

  /** Addresses, with {@code *} for anything, that do not load from here on; none is all do. */
  Browser block(String... addresses) {
    driver.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of(addresses)));
    return this;
  }

  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
  }

  void scheme(String lightOrDark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", lightOrDark),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  void languages(String accepted) {
    driver.executeCdpCommand(
        "Network.setUserAgentOverride",
        Map.of("userAgent", "Mozilla/5.0 Chromium", "acceptLanguage", accepted));
  }

  String source() {
    return driver.getPageSource();
  }

  WebElement part(String id) {
    return driver.findElement(By.id(id));
  }

  String text(String id) {
    return part(id).getText();
  }

  String data(String id, String name) {
    return String.valueOf(part(id).getDomAttribute("data-" + name));
  }

  /** Also over the change to another page, between finding a part and asking it. */
  void await(String id, String name, String value) {
    Awaitility.await()
        .atMost(Shop.LIMIT)
        .ignoreException(StaleElementReferenceException.class)
        .untilAsserted(() -> assertThat(data(id, name)).as(id).isEqualTo(value));
  }

  void click(String id) {
    part(id).click();
  }

  void fill(String id, String text) {
    part(id).clear();
    part(id).sendKeys(text);
  }

  /** To whatever has the focus. */
  void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /** With the tabulator alone. */
  void tabTo(String id) {
    for (int i = 0; i < 60; i++) {
      if (focused().equals(id)) {
        return;
      }
      press(Keys.TAB);
    }
    throw new AssertionError("no way by keyboard to " + id);
  }

  String focused() {
    return driver.switchTo().activeElement().getDomProperty("id");
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** Everything that {@code recorder.js} kept under that name in this document. */
  List<String> seen(String name) {
    return ((List<?>) run("return window.seen[arguments[0]]", name))
        .stream().map(String::valueOf).toList();
  }

  /** What axe finds that is serious or critical, in one line each. */
  List<String> violations() {
    run(AXE + ";");
    Object found =
        driver.executeAsyncScript(
            """
            const done = arguments[0];
            axe.run(document, { resultTypes: ['violations'] }).then(
              ({ violations }) => done(violations
                .filter(({ impact }) => ['serious', 'critical'].includes(impact))
                .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)),
              (fault) => done([`axe failed: ${fault}`]));
            """);
    return ((List<?>) found).stream().map(String::valueOf).toList();
  }

  /** Errors that the page itself told the console; that a server is away is none. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().equals(Level.SEVERE))
        .map(entry -> entry.getMessage())
        .filter(message -> !message.contains("Failed to load resource"))
        .toList();
  }

  /** Every address this browser has asked for since it was started. */
  TreeSet<String> asked() {
    driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(entry -> Json.tolerant().readTree(entry.getMessage()).path("message"))
        .filter(message -> message.path("method").asString("").equals("Network.requestWillBeSent"))
        .map(message -> message.path("params").path("request").path("url").asString(""))
        .collect(toCollection(() -> asked));
    return asked;
  }

  void screenshot(String name) {
    if (SCREENSHOTS.isEmpty()) {
      return;
    }
    try {
      Files.write(Path.of(SCREENSHOTS, name), driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
