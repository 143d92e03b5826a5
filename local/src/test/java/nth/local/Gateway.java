package nth.local;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import nth.contract.fixtures.Tools;

/**
 * A shop's nginx in front of both applications: it routes by method alone, and says whom the shop's
 * cookie names.
 */
final class Gateway implements AutoCloseable {

  static final String COOKIE = "shop_person";

  private final int port = LocalProcess.freePort();
  private final Process process;

  Gateway(Path folder, URI ingress, URI notifier) {
    Tools.require("nginx");
    try {
      Files.createDirectories(folder);
      Path file = Files.writeString(folder.resolve("nginx.conf"), settings(ingress, notifier));
      process =
          new ProcessBuilder("nginx", "-p", folder.toString(), "-c", file.toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("nginx.log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    await().atMost(Shop.LIMIT).until(this::listens);
  }

  private String settings(URI ingress, URI notifier) {
    return """
        daemon off;
        master_process off;
        pid nginx.pid;
        events { worker_connections 1024; }
        http {
          access_log access.log;
          client_body_temp_path body;
          proxy_temp_path proxy;
          fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi;
          scgi_temp_path scgi;
          map $request_method $application { default %s; GET %s; HEAD %s; }
          server {
            listen %s:%d;
            location / {
              proxy_pass http://$application;
              proxy_set_header Host $http_host;
              proxy_set_header X-User-Id $cookie_%s;
            }
          }
        }
        """
        .formatted(
            ingress.getAuthority(),
            notifier.getAuthority(),
            notifier.getAuthority(),
            Ports.HOST,
            port,
            COOKIE);
  }

  URI at(String path) {
    return URI.create("http://" + Ports.HOST + ":" + port + path);
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(Ports.HOST, port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
