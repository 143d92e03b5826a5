package nth.ingress;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.Seq;
import nth.web.Problem;
import nth.web.ProblemCode;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The body of {@code PUT /events/{event_id}}, read member by member: nothing is guessed, and the
 * answer says which member is wrong without repeating what was sent.
 */
final class DefinitionBody {

  private static final String TARGETS = "targets";
  private static final String OPENS_AT = "opens_at";
  private static final String CLOSES_AT = "closes_at";
  private static final String CLOSE_WHEN_WON = "close_when_won";
  private static final String COUNT = "count";
  private static final Set<String> MEMBERS =
      Set.of(TARGETS, OPENS_AT, CLOSES_AT, CLOSE_WHEN_WON, COUNT);

  private DefinitionBody() {}

  /**
   * @throws Problem 400 {@code invalid_definition}
   */
  static Definition read(JsonNode body) {
    if (!body.isObject() || !MEMBERS.containsAll(body.propertyNames())) {
      throw invalid("The body must be an object with no other members than " + members());
    }
    try {
      return new Definition(
          targets(body.get(TARGETS)),
          time(body.get(OPENS_AT), OPENS_AT),
          time(body.get(CLOSES_AT), CLOSES_AT),
          closeWhenWon(body.get(CLOSE_WHEN_WON)),
          count(body.get(COUNT)));
    } catch (IllegalArgumentException e) {
      // The contract's own sentence.
      throw invalid(e.getMessage());
    }
  }

  private static List<Seq> targets(@Nullable JsonNode node) {
    if (node == null || !node.isArray() || node.size() > Definition.MAX_TARGETS) {
      throw invalid("targets must be an array of 1 to 100 numbers");
    }
    List<Seq> targets = new ArrayList<>();
    for (JsonNode target : node) {
      if (!target.isIntegralNumber() || !target.canConvertToLong()) {
        throw invalid("targets must be whole numbers from 1 to " + Definition.MAX_TARGET);
      }
      targets.add(new Seq(target.asLong()));
    }
    return targets;
  }

  private static @Nullable Instant time(@Nullable JsonNode node, String name) {
    if (node == null || node.isNull()) {
      return null;
    }
    if (node.isString()) {
      try {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(node.asString(), Instant::from);
      } catch (DateTimeException e) {
        // Falls through to the one sentence for whatever is no time.
      }
    }
    throw invalid(name + " must be null or a time with offset, as in 2027-03-28T12:00:00+02:00");
  }

  private static boolean closeWhenWon(@Nullable JsonNode node) {
    if (node == null) {
      return true;
    }
    if (!node.isBoolean()) {
      throw invalid("close_when_won must be true or false");
    }
    return node.asBoolean();
  }

  private static CountMode count(@Nullable JsonNode node) {
    if (node == null) {
      return CountMode.COARSE;
    }
    for (CountMode mode : CountMode.values()) {
      if (node.isString() && mode.wire().equals(node.asString())) {
        return mode;
      }
    }
    throw invalid("count must be live, coarse or hidden");
  }

  private static String members() {
    return String.join(", ", MEMBERS.stream().sorted().toList());
  }

  private static Problem invalid(String detail) {
    return new Problem(ProblemCode.INVALID_DEFINITION, detail);
  }
}
