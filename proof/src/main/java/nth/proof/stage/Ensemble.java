package nth.proof.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Parts that end together, at the latest when this process does in whatever way but SIGKILL. */
final class Ensemble implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(300);

  private final Path folder;
  private final Runnable afterwards;
  private final Map<PartId, Part> parts = new LinkedHashMap<>();
  private boolean closed; // As the parts, under the lock of this: nothing starts after the close.
  private final Thread atExit = new Thread(this::close, "stage at exit");

  /**
   * @param folder in which each part has one of its own
   * @param afterwards closes what the parts may need to their end
   */
  Ensemble(Path folder, Runnable afterwards) {
    this.folder = folder;
    this.afterwards = afterwards;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** The folder of a part, in which nothing runs any more. */
  Path folder(PartId id) throws IOException {
    Path own = Files.createDirectories(folder.resolve(id.toString()));
    Leftover.end(own);
    return own;
  }

  synchronized Part add(PartId id, Program program, BooleanSupplier serving) {
    if (closed) {
      throw new StageException("The stage was closed before " + id + " could start.");
    }
    Part part = new Part(id, program, serving);
    parts.put(id, part);
    return part;
  }

  void awaitReady() throws InterruptedException {
    for (Part part : all()) {
      awaitReady(part.id());
    }
  }

  void awaitReady(PartId id) throws InterruptedException {
    Part part = part(id);
    if (!part.awaitReady(START_LIMIT)) {
      throw new StageException(
          part + " does not get ready:\n" + String.join("\n", part.lastLines(20)));
    }
  }

  synchronized Collection<Part> all() {
    return List.copyOf(parts.values());
  }

  synchronized Part part(PartId id) {
    Part part = parts.get(id);
    if (part == null) {
      throw new IllegalArgumentException("There is no " + id);
    }
    return part;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    CompletableFuture.allOf(
            all().stream()
                .map(part -> CompletableFuture.runAsync(part::retire))
                .toArray(CompletableFuture<?>[]::new))
        .join();
    afterwards.run();
    if (Thread.currentThread() != atExit) {
      removeHook();
    }
  }

  private void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException alreadyEnding) {
      // Then it has nothing left to do.
    }
  }
}
