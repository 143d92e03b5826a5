package nth.sequencer.replay;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import nth.contract.EventId;
import nth.contract.Headers;
import nth.contract.Position;
import nth.contract.Result;
import nth.contract.Topics;
import nth.sequencer.replay.Finding.Kind;
import org.apache.kafka.common.serialization.Serializer;

/** Compares the answers to one command with what the decider gives. */
final class ResultComparison {

  private static final Serializer<Result> WRITER = Topics.RESULTS.value().serializer();

  private record Must(Result result, byte[] bytes) {}

  private final Findings findings;
  private final String topic;

  ResultComparison(Findings findings, int partition) {
    this.findings = findings;
    this.topic = Topics.RESULTS.name() + "-" + partition;
  }

  /** Whether they are the same, in the same order. */
  boolean compare(EventId event, Position position, List<Result> results, List<Answer> answers) {
    long before = findings.count();
    List<Must> missing = new ArrayList<>();
    results.forEach(result -> missing.add(new Must(result, WRITER.serialize("", result))));
    List<Answer> extra = new ArrayList<>(answers);
    boolean inOrder = match(missing, extra);
    if (missing.isEmpty() && extra.isEmpty() && !inOrder) {
      find(
          Kind.LATE_RESULT,
          event,
          answers.get(0).where(),
          position,
          "its answers stand in another order");
    }
    while (!missing.isEmpty() && !extra.isEmpty()) {
      Answer answer = extra.remove(0);
      String detail = Differences.inValue(missing.remove(0).bytes(), answer.record().value());
      find(Kind.DIFFERENT_RESULT, event, answer.where(), position, detail);
    }
    missing.forEach(
        m -> find(Kind.MISSING_RESULT, event, topic, position, m.result().type() + " is missing"));
    extra.forEach(
        a ->
            find(
                Kind.EXTRA_RESULT,
                event,
                a.where(),
                position,
                a.type() + " is one answer too many"));
    return findings.count() == before;
  }

  /** Takes out what is the same on both sides, and tells whether that was in order. */
  private boolean match(List<Must> missing, List<Answer> extra) {
    boolean inOrder = true;
    for (Iterator<Must> each = missing.iterator(); each.hasNext(); ) {
      Must must = each.next();
      for (int i = 0; i < extra.size(); i++) {
        Answer answer = extra.get(i);
        if (Expected.sameJson(must.bytes(), answer.record().value())) {
          inOrder &= i == 0;
          checkEnvelope(must.result(), answer);
          extra.remove(i);
          each.remove();
          break;
        }
      }
    }
    return inOrder;
  }

  private void checkEnvelope(Result result, Answer answer) {
    EventId event = result.origin().eventId();
    String wrong = Differences.inEnvelope(answer.record(), event, Headers.of(result));
    if (!wrong.isEmpty()) {
      find(Kind.DIFFERENT_RESULT, event, answer.where(), answer.position(), wrong);
    }
  }

  private void find(Kind kind, EventId event, String where, Position position, String detail) {
    findings.add(kind, event.value(), where, position.toString(), detail);
  }
}
