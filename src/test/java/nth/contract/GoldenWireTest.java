package nth.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import nth.contract.fixtures.Samples;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every wire form, byte for byte: a golden file never changes, a new form gets a new file. */
class GoldenWireTest {

  private record Form<T>(Serde<T> serde, T sample) {
    byte[] write() {
      return serde.serializer().serialize("", sample);
    }

    T read(byte[] bytes) {
      return serde.deserializer().deserialize("", bytes);
    }
  }

  private static final Map<String, Form<?>> FORMS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("define_promotion", command(Samples.DEFINE)),
              Map.entry("submit_entry", command(Samples.SUBMIT)),
              Map.entry("close_promotion", command(Samples.CLOSE)),
              Map.entry("retire_promotion", command(Samples.RETIRE)),
              Map.entry("promotion_defined", result(Samples.DEFINED)),
              Map.entry("entry_numbered", result(Samples.NUMBERED)),
              Map.entry("entry_numbered_again", result(Samples.NUMBERED_AGAIN)),
              Map.entry("promotion_closed", result(Samples.CLOSED)),
              Map.entry("promotion_retired", result(Samples.RETIRED)),
              Map.entry("refused_retired", result(Samples.REFUSED_RETIRED)),
              Map.entry("refused_entry", result(Samples.REFUSED_ENTRY)),
              Map.entry("refused_close", result(Samples.REFUSED_CLOSE)),
              Map.entry("winner_determined", new Form<>(Topics.WINNERS.value(), Samples.WINNER)),
              Map.entry("promotion_state", promotion(Samples.RUNNING)),
              Map.entry("promotion_state_closed", promotion(Samples.FINISHED)),
              Map.entry("promotion_state_retired", promotion(Samples.GONE))));

  @TestFactory
  Stream<DynamicTest> form_isWrittenAsEver() {
    return tests((golden, form) -> assertThat(text(form.write())).isEqualTo(golden));
  }

  @TestFactory
  Stream<DynamicTest> goldenBytes_areReadAsTheSample() {
    return tests((golden, form) -> assertThat(read(form, golden)).isEqualTo(form.sample()));
  }

  @TestFactory
  Stream<DynamicTest> unknownField_isIgnoredByReaders() {
    return tests(
        (golden, form) -> {
          String newer = golden.replaceFirst("\\{", "{\"later\":[1],");
          assertThat(read(form, newer)).isEqualTo(form.sample());
        });
  }

  private static Form<Command> command(Command sample) {
    return new Form<>(Topics.ENTRIES.value(), sample);
  }

  private static Form<Result> result(Result sample) {
    return new Form<>(Topics.RESULTS.value(), sample);
  }

  private static Form<PromotionView> promotion(PromotionView sample) {
    return new Form<>(Topics.PROMOTIONS.value(), sample);
  }

  private interface Check {
    void compare(String golden, Form<?> form);
  }

  private static Stream<DynamicTest> tests(Check check) {
    return FORMS.entrySet().stream()
        .map(
            form ->
                DynamicTest.dynamicTest(
                    form.getKey(), () -> check.compare(golden(form.getKey()), form.getValue())));
  }

  private static Object read(Form<?> form, String text) {
    return form.read(text.getBytes(UTF_8));
  }

  private static String golden(String name) throws IOException {
    try (InputStream file = GoldenWireTest.class.getResourceAsStream("/golden/" + name + ".json")) {
      assertThat(file).as("golden file of %s", name).isNotNull();
      return text(file.readAllBytes()).strip();
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }
}
