package nth.web;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpServerCodec;
import java.util.EnumSet;
import java.util.Set;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import tools.jackson.databind.json.JsonMapper;

/** Places a {@link Reception} in every connection, between the decoder and the framework. */
final class Doorstep implements NettyServerCustomizer {

  private static final String METER = "nth.http.refused";
  private static final Set<ProblemCode> CODES =
      EnumSet.of(
          ProblemCode.BAD_REQUEST,
          ProblemCode.REQUEST_TIMEOUT,
          ProblemCode.URI_TOO_LONG,
          ProblemCode.HEADERS_TOO_LARGE);

  private final HttpSettings settings;
  private final JsonMapper json;
  private final CodeCounts refused;

  Doorstep(HttpSettings settings, JsonMapper json, MeterRegistry meters) {
    this.settings = settings;
    this.json = json;
    this.refused =
        new CodeCounts(meters, METER, "Requests refused before they were read", "code", CODES);
  }

  @Override
  public HttpServer apply(HttpServer server) {
    return server.doOnChannelInit((observer, channel, address) -> place(channel.pipeline()));
  }

  private void place(ChannelPipeline pipeline) {
    if (pipeline.get(NettyPipeline.HttpCodec) instanceof HttpServerCodec) {
      Reception reception = new Reception(settings.receiveTimeout(), this::word);
      pipeline.addBefore(NettyPipeline.HttpCodec, "nth.arrival", reception.arrival());
      pipeline.addBefore(NettyPipeline.HttpTrafficHandler, "nth.turn", new InTurn());
      pipeline.addBefore(NettyPipeline.HttpTrafficHandler, "nth.reception", reception);
      pipeline.addAfter(NettyPipeline.HttpTrafficHandler, "nth.farewell", reception.farewell());
    }
  }

  /** The body of a refusal; counted, since it would be cheap to fill a log with them. */
  private byte[] word(Problem problem, String correlationId) {
    refused.count(problem.code());
    Problem.correlate(problem.getBody(), correlationId);
    return json.writeValueAsBytes(problem.getBody());
  }
}
