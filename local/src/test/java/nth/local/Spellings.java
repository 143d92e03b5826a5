package nth.local;

import java.util.List;

/** Of a path that must lead nowhere, some of which somebody may read as that path. */
final class Spellings {

  static final List<String> OF_ACTUATOR =
      List.of(
          "/actuator",
          "/actuator/",
          "/actuator/health",
          "/actuator/prometheus?x=/events/",
          "//actuator/health",
          "/./actuator/health",
          "/ACTUATOR/health",
          "/%61ctuator/health",
          "/%2561ctuator/health",
          "/%2factuator/health",
          "/actuator%2fhealth",
          "/actuator;a=b/health",
          "/;/actuator/health",
          "/events/../actuator/health",
          "/events/opening/../../actuator/health",
          "/events//../actuator/health",
          "/events/%2e%2e/actuator/health",
          "/events/..%2factuator/health",
          "/events/..%5cactuator/health",
          "/events\\..\\actuator\\health",
          "/events/..;/actuator/health",
          "/page/..;/actuator/health",
          "/actuator/health#/events/",
          "http://shop.example/actuator/health",
          "http://shop.example//actuator/health");

  private Spellings() {}
}
