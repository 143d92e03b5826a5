package nth.local;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import nth.contract.Json;
import tools.jackson.databind.JsonNode;

/**
 * docs/settings.md, made from what the compiler has noted of the typed settings: names, types and
 * defaults are the records' components, meanings their javadoc.
 */
final class SettingsPage {

  private static final String NOTED = "META-INF/spring-configuration-metadata.json";
  private static final Pattern CODE = Pattern.compile("\\{@code\\s+([^}]*)}");

  private static final String HEAD =
      """
      # Settings

      Every `nth.*` setting. Each can stand on the command line (`--nth.partitions=2`), in the environment or in a file that
      Spring Boot reads. Durations are said as `200ms`, `10s`, `30m`, `1h` or `3d`, sizes as `64MB`; values of a list are separated by commas. Which of
      Boot's own settings are set here, and why, is said in `nth-shared.yml` and in the file of each application.

      This page is made from the code, and a test compares. After a change it is written anew by

      ```sh
      mvn test -pl local -am -Dtest=SettingsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dnth.write-docs=true
      ```
      """;

  private SettingsPage() {}

  /** Where a setting is read, in the order the data flows. */
  private enum Part {
    EVERY("Every application", "nth.app", "nth.web", "nth.trace"),
    INGRESS("ingress", "nth.ingress"),
    SEQUENCER("sequencer", "nth.sequencer"),
    NOTIFIER("notifier", "nth.notifier"),
    LOCAL("local", "nth.local");

    final String title;
    final List<String> packages;

    Part(String title, String... packages) {
      this.title = title;
      this.packages = List.of(packages);
    }

    static Part of(String type) {
      for (Part part : values()) {
        if (part.packages.stream().anyMatch(name -> type.startsWith(name + "."))) {
          return part;
        }
      }
      throw new IllegalStateException(type + " is of no part");
    }
  }

  /** One of them, in words. */
  record Setting(Part part, String key, String type, String standard, String meaning) {

    private static Setting of(JsonNode noted) {
      String key = noted.path("name").asString();
      String meaning = noted.path("description").asString("").replaceAll("\\s+", " ");
      return new Setting(
          Part.of(noted.path("sourceType").asString()),
          key,
          SettingsPage.type(noted.path("type").asString()),
          standard(noted.path("defaultValue")),
          CODE.matcher(meaning).replaceAll("`$1`").replaceAll("\\.$", ""));
    }

    private static String standard(JsonNode value) {
      List<String> all = new ArrayList<>();
      (value.isArray() ? value : List.of(value)).forEach(one -> all.add(one.asString("")));
      String text = String.join(", ", all).replaceAll("^\\[|]$", "");
      return text.isEmpty() ? "none" : text;
    }

    String environmentName() {
      return key.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
    }

    /** As a row of the README. */
    String shortRow() {
      return "| `%s` | %s | %s |".formatted(key, standard, meaning);
    }

    private String row() {
      return "| `%s`<br>`%s` | %s | %s | %s |"
          .formatted(key, environmentName(), type, standard, meaning);
    }
  }

  static List<Setting> settings() {
    List<Setting> all = new ArrayList<>();
    try {
      for (URL file : Collections.list(SettingsPage.class.getClassLoader().getResources(NOTED))) {
        try (InputStream json = file.openStream()) {
          for (JsonNode noted : Json.tolerant().readTree(json).path("properties")) {
            if (noted.path("name").asString().startsWith("nth.")) {
              all.add(Setting.of(noted));
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    all.sort(Comparator.comparing(Setting::part).thenComparing(Setting::key));
    return all;
  }

  static String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (Part part : Part.values()) {
      text.append("\n## ").append(part.title).append("\n\n");
      text.append("| setting, and its environment name | type | default | meaning |\n");
      text.append("|---|---|---|---|\n");
      text.append(
          settings().stream()
              .filter(setting -> setting.part() == part)
              .map(Setting::row)
              .collect(joining("\n", "", "\n")));
    }
    return text.toString();
  }

  private static String type(String javaType) {
    if (javaType.startsWith("java.util.List")) {
      return "list";
    }
    return switch (javaType) {
      case "java.lang.Integer" -> "number";
      case "java.lang.Boolean" -> "true or false";
      case "java.lang.String" -> "text";
      case "java.nio.file.Path" -> "folder";
      case "java.time.Duration" -> "duration";
      case "java.time.Instant" -> "instant";
      case "org.springframework.util.unit.DataSize" -> "size";
      default -> constants(javaType);
    };
  }

  private static String constants(String javaType) {
    try {
      return Stream.of(Class.forName(javaType).getEnumConstants())
          .map(constant -> "`" + ((Enum<?>) constant).name() + "`")
          .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
          .collect(joining(" or "));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
