package nth.ingress;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import nth.contract.fixtures.FreePort;
import nth.contract.fixtures.Tools;

/** A real nginx, which names its clients as its own manual shows. */
final class NginxProxy implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  private final int port = FreePort.any();
  private final Process process;

  /**
   * @param own the address from which it asks
   */
  NginxProxy(Path folder, int upstream, String own) {
    Tools.require("nginx");
    String settings =
        """
        daemon off;
        master_process off;
        pid nginx.pid;
        events { worker_connections 2048; }
        http {
          access_log off;
          client_body_temp_path body;
          proxy_temp_path proxy;
          fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi;
          scgi_temp_path scgi;
          server {
            listen %s:%d;
            location / {
              proxy_pass http://%s:%d;
              proxy_bind %s;
              proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            }
          }
        }
        """
            .formatted(HOST, port, HOST, upstream, own);
    try {
      Path file = Files.writeString(folder.resolve("nginx.conf"), settings);
      process =
          new ProcessBuilder("nginx", "-p", folder.toString(), "-c", file.toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("nginx.log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    await().atMost(OtherParty.LIMIT).until(this::listens);
  }

  int port() {
    return port;
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(HOST, port), 1_000);
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
