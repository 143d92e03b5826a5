package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import nth.local.OpenApi.Asked;
import nth.web.ProblemCode;
import nth.web.fixtures.Heard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.BeanDefinitionDefaults;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/** The documents say neither less nor more than the code. */
class OpenApiTest {

  private static final String CORRELATION = "X-Correlation-Id";

  /** Said by the shared code of bodies, which the notifier does not read. */
  private static final Set<ProblemCode> OF_BODIES =
      EnumSet.of(ProblemCode.BODY_TOO_LARGE, ProblemCode.UNSUPPORTED_MEDIA_TYPE);

  @ParameterizedTest
  @ValueSource(strings = {"ingress", "notifier"})
  void document_isOpenApi(String app) {
    OpenApi document = OpenApi.of(app);

    SwaggerParseResult read = new OpenAPIV3Parser().readContents(document.text());

    assertThat(read.getMessages()).isEmpty();
    assertThat(read.isOpenapi31()).isTrue();
    assertThat(read.getOpenAPI().getPaths()).hasSizeGreaterThan(2);
  }

  @Test
  void whatIsNoOpenApi_isSeen() {
    String broken = OpenApi.of("ingress").text().replace("\"responses\": {", "\"respones\": {");

    assertThat(new OpenAPIV3Parser().readContents(broken).getMessages()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingress", "notifier"})
  void everyRoute_isInTheDocument_andNoOther(String app) {
    Set<String> documented = new TreeSet<>(OpenApi.of(app).operations());
    documented.removeIf(operation -> operation.matches("GET /(open|async)api/.*"));

    assertThat(documented).isEqualTo(routes("nth." + app)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingress", "notifier"})
  void everyCode_isInTheDocument_andNoOther(String app) {
    Set<ProblemCode> said = EnumSet.noneOf(ProblemCode.class);
    said.addAll(named("nth." + app));
    Set<ProblemCode> shared = named("nth.web");
    shared.removeAll(app.equals("notifier") ? OF_BODIES : Set.of());
    said.addAll(shared);

    assertThat(OpenApi.of(app).codes())
        .containsExactlyInAnyOrderElementsOf(said.stream().map(ProblemCode::wire).toList());
  }

  @Test
  void everyStatusOfACode_isTheOneInTheDocument() {
    // The organiser's corner is no part of the API.
    for (ProblemCode code : EnumSet.complementOf(EnumSet.of(ProblemCode.RUSH_RUNNING))) {
      assertThat(Stream.of("ingress", "notifier").map(OpenApi::of))
          .as(code.wire())
          .anyMatch(document -> document.allows(code.status().value(), code.wire()));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          200 | application/json         | no-store | "phase":"open"    | nothing
          200 | application/json         | no-store | "phase":"ajar"    | enumeration
          200 | application/json         | no-store | "phase":null      | null
          200 | application/json         | no-store | "phase":"open","x":1 | additional
          200 | application/json         | public   | "phase":"open"    | cache-control
          200 | text/html                | no-store | "phase":"open"    | text/html
          204 | application/json         | no-store | "phase":"open"    | status 204
          400 | application/problem+json | no-store | "code":"closed"   | required
          """)
  void wrongAnswer_isRefused(int status, String type, String cache, String part, String fault) {
    String body =
        """
        {"event_id":"e","opens_at":"2027-01-01T00:00:00.000Z","closes_at":null,"targets":[1],
        "close_when_won":true,"count":"live","entries":0,"winners":[],"closed_at":null,
        "cause":null,"total_entries":null,"server_time":"2027-01-01T00:00:00.000Z",%s}
        """
            .formatted(part);
    Map<String, List<String>> headers =
        Map.of(
            "content-type",
            List.of(type),
            "cache-control",
            List.of(cache),
            "idempotency-key",
            List.of("k"),
            CORRELATION.toLowerCase(Locale.ROOT),
            List.of("c"));
    Asked asked = new Asked("POST", "/events/e/close", Map.of(), "");

    List<String> faults = OpenApi.of("ingress").faults(asked, new Heard(status, headers, body));

    if (fault.equals("nothing")) {
      assertThat(faults).isEmpty();
    } else {
      assertThat(String.join("\n", faults)).containsIgnoringCase(fault);
    }
  }

  @Test
  void missingAndUnknownHeaders_areSeen() {
    Heard answer =
        new Heard(204, Map.of("cache-control", List.of("no-store"), "x-new", List.of("1")), "");
    Asked asked = new Asked("GET", "/events/e/stream", Map.of("X-Odd", "1"), "");

    assertThat(OpenApi.of("notifier").faults(asked, answer))
        .hasSize(3)
        .anyMatch(fault -> fault.contains("x-correlation-id is missing"))
        .anyMatch(fault -> fault.contains("x-new is not documented"))
        .anyMatch(fault -> fault.contains("X-Odd is not documented"));
  }

  /** The page is in a package of its own; its files are for the page alone, and no routes here. */
  private static Set<String> routes(String application) {
    try (GenericApplicationContext context = new GenericApplicationContext()) {
      var scanner = new ClassPathBeanDefinitionScanner(context, false);
      scanner.addIncludeFilter(new AnnotationTypeFilter(RestController.class));
      scanner.setBeanDefinitionDefaults(lazy());
      scanner.scan(application);
      context.registerBean(RequestMappingHandlerMapping.class);
      context.refresh();
      return context
          .getBean(RequestMappingHandlerMapping.class)
          .getHandlerMethods()
          .entrySet()
          .stream()
          .filter(route -> route.getValue().getBeanType().getPackageName().startsWith(application))
          .flatMap(
              route ->
                  route.getKey().getMethodsCondition().getMethods().stream()
                      .flatMap(
                          method ->
                              route.getKey().getPatternsCondition().getPatterns().stream()
                                  .map(path -> method + " " + path)))
          .map(route -> route.replace("{eventId}", "{event_id}"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static BeanDefinitionDefaults lazy() {
    var defaults = new BeanDefinitionDefaults();
    defaults.setLazyInit(true);
    return defaults;
  }

  private static Set<ProblemCode> named(String application) {
    return ArchConfiguration.withThreadLocalScope(
        (ArchConfiguration configuration) -> {
          // The code's own name for a constant is enough; what stands behind it is not looked up.
          configuration.setResolveMissingDependenciesFromClassPath(false);
          return classes(application)
              .filter(type -> !type.isEquivalentTo(ProblemCode.class))
              .flatMap(type -> type.getFieldAccessesFromSelf().stream())
              .map(JavaFieldAccess::getTarget)
              .filter(field -> field.getOwner().isEquivalentTo(ProblemCode.class))
              .map(field -> ProblemCode.valueOf(field.getName()))
              .collect(Collectors.toCollection(() -> EnumSet.noneOf(ProblemCode.class)));
        });
  }

  private static Stream<JavaClass> classes(String application) {
    return new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(application)
            .stream();
  }
}
