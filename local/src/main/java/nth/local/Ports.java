package nth.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.springframework.boot.diagnostics.FailureAnalyzedException;

/** Ports of 127.0.0.1, the only address that {@code local} listens on. */
final class Ports {

  static final String HOST = "127.0.0.1";
  private static final int ANY = 0;

  /** The wanted port if it is free; for 0 any free one; else a failure that names the setting. */
  static int claim(int wanted, String setting) {
    int port = tryBind(wanted);
    if (port < 0) {
      throw new FailureAnalyzedException(
          "Port " + wanted + " is taken; " + setting + " names it.",
          "Stop what listens there, or set " + setting + " to another port.");
    }
    return port;
  }

  /** One that the system gives to nobody else for now. */
  static int anyFree() {
    return tryBind(ANY);
  }

  /** The port that could be bound, or -1. */
  private static int tryBind(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    } catch (BindException taken) {
      return -1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Ports() {}
}
