package nth.proof.stage;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brokers reach each other by one address, whoever calls: who it is stands in the client id of the
 * first request, as in {@code broker-1-fetcher-0}, {@code raft-client-1} or just {@code 1}.
 */
final class FirstRequest implements Gate.Sorter {

  private static final Logger log = LoggerFactory.getLogger(FirstRequest.class);
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final int LOOK_AHEAD = 512;
  // Length of the request, key and version of what is asked, correlation id.
  private static final int BEFORE_CLIENT_ID = 4 + 2 + 2 + 4;

  private final Map<Integer, Wire> byNode;
  private final Wire others;

  /**
   * @param others for a caller that names no node
   */
  FirstRequest(Map<Integer, Wire> byNode, Wire others) {
    this.byNode = Map.copyOf(byNode);
    this.others = others;
  }

  @Override
  public Wire wireOf(InputStream said) throws IOException {
    String clientId = clientId(said);
    Matcher number = NUMBER.matcher(clientId);
    Wire wire = number.find() ? byNode.get(Integer.parseInt(number.group())) : null;
    if (wire == null) {
      log.warn("nobody knows who {} is", clientId);
      return others;
    }
    return wire;
  }

  private static String clientId(InputStream said) throws IOException {
    said.mark(LOOK_AHEAD);
    DataInputStream request = new DataInputStream(said);
    request.readFully(new byte[BEFORE_CLIENT_ID]);
    int length = request.readShort();
    byte[] id = new byte[Math.max(0, Math.min(length, LOOK_AHEAD / 2))];
    request.readFully(id);
    said.reset();
    return new String(id, StandardCharsets.UTF_8);
  }
}
