package nth.proof;

import java.util.concurrent.Callable;
import nth.proof.streams.BareServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What the notifier's streams are compared with, until it is ended. */
@Command(
    name = BareServerCommand.NAME,
    hidden = true,
    description = "Streams of reactor-netty and nothing else.")
final class BareServerCommand implements Callable<Integer> {

  static final String NAME = "bare-server";

  @Parameters(index = "0")
  private int port;

  @Override
  public Integer call() {
    new BareServer().start(port).onDispose().block();
    return 0;
  }
}
