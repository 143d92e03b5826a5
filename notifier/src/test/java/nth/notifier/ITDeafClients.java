package nth.notifier;

import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import nth.contract.CountMode;
import nth.contract.Result;
import nth.contract.UserId;
import nth.contract.fixtures.People;
import org.junit.jupiter.api.Test;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;

/**
 * Clients that keep their connection and read nothing from it. Alone in its class: an instance that
 * ends takes the event loops of this process with it.
 */
class ITDeafClients {

  private static final int SMALLEST_BUFFER_BYTES = 1_024;

  // O-32, O-33
  @Test
  void clientsThatStoppedReading_areCutOff_afterTheLifetime() throws IOException {
    NettyServerCustomizer smallBuffers =
        server -> server.childOption(ChannelOption.SO_SNDBUF, SMALLEST_BUFFER_BYTES);
    try (ResultLog log = new ResultLog(1);
        Instance instance =
            Instance.start(
                log,
                Instance.freshFolder(),
                beans -> beans.registerBean(NettyServerCustomizer.class, () -> smallBuffers),
                "--nth.notifier.stream-lifetime=2s")) {
      Story story = log.story();
      log.commit(story.defined(CountMode.LIVE, LongStream.rangeClosed(1, 100).toArray()));
      instance.untilReady();
      Instance.until(() -> instance.promotion(story.eventId()).status() == 200);
      List<Socket> deaf = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        deaf.add(instance.rawStream(story.eventId(), SMALLEST_BUFFER_BYTES));
      }
      Instance.until(() -> OpenInstance.openStreams(instance) == deaf.size());

      log.commit(People.crowd(90).stream().map(story::numbered).toArray(Result[]::new));
      Instance.until(
          () -> {
            log.commit(story.numbered(new UserId("late-" + story.next().offset())));
            return OpenInstance.openStreams(instance) == 0;
          });
      for (Socket socket : deaf) {
        socket.close();
      }
    }
  }
}
