package nth.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is tried with the gateway of docker-compose.yml is true of the one on a cluster. */
class GatewayFilesTest {

  @ParameterizedTest
  @ValueSource(strings = {"nginx.conf", "person.conf"})
  void bothGatewaysHaveTheSameFiles(String file) {
    Map<String, String> map = new Manifests().one(ConfigMap.class, "nth-gateway").getData();
    assertThat(map.get(file)).isEqualTo(Manifests.text(Path.of("..", "deploy", "nginx", file)));
  }
}
