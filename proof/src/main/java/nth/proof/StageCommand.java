package nth.proof;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import nth.proof.stage.Doors;
import nth.proof.stage.Stage;
import nth.proof.stage.StageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The stage alone, to play on. */
@Command(
    name = "stage",
    description = "Starts a cluster on this machine and keeps it until Ctrl-C.",
    mixinStandardHelpOptions = true)
final class StageCommand implements Callable<Integer> {

  @Mixin private StageMixin options = new StageMixin();
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Instant begin = Instant.now();
    try (Stage stage = Stage.start(options.folder(), options.options())) {
      Doors doors = stage.doors();
      out.println("Ready after " + Duration.between(begin, Instant.now()).toMillis() + " ms.");
      out.println("ingress    " + doors.ingress());
      out.println("notifier   " + doors.notifiers());
      out.println("Kafka      " + doors.bootstrapServers());
      out.println("Postgres   " + doors.jdbcUrl());
      out.println("admin      Authorization: Bearer " + doors.adminToken());
      out.println("Ctrl-C ends it.");
      out.flush();
      new CountDownLatch(1).await();
      return 0;
    } catch (StageException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 2;
    }
  }
}
