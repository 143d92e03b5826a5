package nth.proof.stage;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** Whether a part says that it can work. */
final class Health {

  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  static boolean ofApplication(URI address) {
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve("/actuator/health/readiness"))
            .timeout(LIMIT)
            .build();
    try {
      return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  static boolean ofPostgres(String jdbcUrl) {
    Properties limits = new Properties();
    limits.setProperty("connectTimeout", Long.toString(LIMIT.toSeconds()));
    limits.setProperty("socketTimeout", Long.toString(LIMIT.toSeconds()));
    try (var connection = DriverManager.getConnection(jdbcUrl, limits)) {
      return connection.isValid((int) LIMIT.toSeconds());
    } catch (SQLException notYet) {
      return false;
    }
  }

  private Health() {}
}
