package nth.proof.stage;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;

/** What one broker of the stage is started with: what we ship, and who may come in where. */
final class BrokerSettings {

  private final int node;
  private final Map<String, Integer> listening = new LinkedHashMap<>();
  private final Map<String, Integer> advertised = new LinkedHashMap<>();
  private boolean alone;

  BrokerSettings(int node) {
    this.node = node;
  }

  /**
   * @param port where the broker listens
   * @param known where others are told that it listens
   */
  void listener(String name, int port, int known) {
    listening.put(name, port);
    advertised.put(name, known);
  }

  /** There is no other to hold copies, so that one must do. */
  BrokerSettings alone() {
    alone = true;
    return this;
  }

  Path write(Path folder, String voters) throws IOException {
    Properties settings = new Properties();
    try (InputStream shipped = BrokerSettings.class.getResourceAsStream("broker.properties")) {
      settings.load(Objects.requireNonNull(shipped));
    }
    if (alone) {
      settings.stringPropertyNames().stream()
          .filter(BrokerSettings::countsCopies)
          .forEach(name -> settings.put(name, "1"));
    }
    settings.put("node.id", Integer.toString(node));
    settings.put("log.dirs", folder.resolve("data").toString());
    settings.put("controller.quorum.voters", voters);
    settings.put("listeners", spelled(listening));
    settings.put("advertised.listeners", spelled(advertised));
    settings.put("listener.security.protocol.map", plaintext());
    // There are as many listeners as parts, each with few connections.
    settings.put("num.network.threads", "1");
    Path file = folder.resolve("broker.properties");
    try (OutputStream out = Files.newOutputStream(file)) {
      settings.store(out, null);
    }
    return file;
  }

  private static boolean countsCopies(String name) {
    return name.endsWith("replication.factor")
        || name.endsWith("min.isr")
        || name.endsWith("min.insync.replicas");
  }

  private static String spelled(Map<String, Integer> listeners) {
    return listeners.entrySet().stream()
        .map(listener -> listener.getKey() + "://" + Ports.address(listener.getValue()))
        .collect(Collectors.joining(","));
  }

  private String plaintext() {
    return listening.keySet().stream()
        .map(name -> name + ":PLAINTEXT")
        .collect(Collectors.joining(","));
  }
}
