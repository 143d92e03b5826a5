package nth.sequencer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Json;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Says in what a record differs from what it must be. */
final class Differences {

  private static final int LONGEST = 120;

  private Differences() {}

  /** One phrase for key and headers; empty if they are right. */
  static String inEnvelope(
      ConsumerRecord<byte[], byte[]> record,
      EventId event,
      org.apache.kafka.common.header.Headers must) {
    List<String> wrong = new ArrayList<>();
    if (!Arrays.equals(record.key(), event.value().getBytes(UTF_8))) {
      wrong.add("the key is not the event_id");
    }
    must.forEach(
        header -> {
          String is = Headers.text(record.headers(), header.key());
          String expected = new String(header.value(), UTF_8);
          if (!expected.equals(is)) {
            wrong.add("header %s is %s and must be %s".formatted(header.key(), is, expected));
          }
        });
    return String.join(", ", wrong);
  }

  /** One phrase that names the members of a JSON object that differ. */
  static String inValue(byte[] must, byte[] is) {
    try {
      JsonNode expected = Json.tolerant().readTree(must);
      JsonNode found = Json.tolerant().readTree(is);
      var names = new TreeSet<String>(expected.propertyNames());
      names.addAll(found.propertyNames());
      List<String> wrong = new ArrayList<>();
      for (String name : names) {
        if (!expected.path(name).equals(found.path(name))) {
          wrong.add(
              "%s is %s and must be %s"
                  .formatted(name, shown(found.path(name)), shown(expected.path(name))));
        }
      }
      return String.join(", ", wrong);
    } catch (JacksonException e) {
      return "it is no JSON";
    }
  }

  private static String shown(JsonNode value) {
    String text = value.isMissingNode() ? "absent" : value.toString();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
