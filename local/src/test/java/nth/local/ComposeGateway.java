package nth.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nth.contract.fixtures.Tools;

/**
 * The gateway of a compose file: its nginx with the files that are mounted into it, at addresses of
 * this machine.
 */
final class ComposeGateway implements AutoCloseable {

  /** From which it asks, as nobody else here does: the one to trust. */
  static final String ADDRESS = "127.0.0.2";

  private static final String MOUNTED = "/etc/nginx/";

  private final int port = LocalProcess.freePort();
  private final Path folder;
  private final Process process;

  /**
   * @param addresses of this machine, by those that the files name
   */
  ComposeGateway(Path folder, Map<String, String> files, Map<String, String> addresses) {
    Tools.require("nginx");
    this.folder = folder;
    try {
      for (Map.Entry<String, String> mounted : files.entrySet()) {
        Path target = folder.resolve(mounted.getKey().substring(MOUNTED.length()));
        Files.createDirectories(target.getParent());
        String text = Files.readString(ComposeFile.ROOT.resolve(mounted.getValue()));
        Files.writeString(target, here(text, addresses));
      }
      check();
      process = nginx("-g", "daemon off; master_process off; pid nginx.pid;");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    await().atMost(Shop.LIMIT).until(this::listens);
  }

  private String here(String text, Map<String, String> addresses) {
    String all =
        text.replace("/dev/stderr", "error.log")
            .replace("/dev/stdout", "access.log")
            .replace("listen 8080;", "listen " + Ports.HOST + ":" + port + ";")
            .replace(
                "http {\n",
                """
                http {
                  proxy_bind %s;
                  client_body_temp_path body;
                  proxy_temp_path proxy;
                  fastcgi_temp_path fastcgi;
                  uwsgi_temp_path uwsgi;
                  scgi_temp_path scgi;
                """
                    .formatted(ADDRESS));
    for (Map.Entry<String, String> address : addresses.entrySet()) {
      all = all.replace(address.getKey(), address.getValue());
    }
    return all;
  }

  /** Its own test of its files, without a word of warning. */
  private void check() throws IOException {
    int status = nginx("-t", "-g", "pid nginx.pid;").onExit().join().exitValue();
    String said = Files.readString(folder.resolve("nginx.out"));
    assertThat(status).as(said).isZero();
    assertThat(said).doesNotContain("[warn]");
  }

  private Process nginx(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "nginx", "-p", folder.toString(), "-c", folder.resolve("nginx.conf").toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("nginx.out").toFile())
        .start();
  }

  int port() {
    return port;
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
    process.destroyForcibly().onExit().join();
  }
}
