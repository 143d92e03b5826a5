package nth.sequencer.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import nth.contract.CloseCause;
import nth.contract.Command;
import nth.contract.CountMode;
import nth.contract.Definition;
import nth.contract.EventId;
import nth.contract.Position;
import nth.contract.RequestId;
import nth.contract.UserId;
import nth.contract.fixtures.Samples;
import nth.sequencer.operator.CannotGoOn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A healthy log, forged in every way there is: each forgery is found, and nothing else is. */
class AuditTest {

  private static final EventId EVENT = new EventId("opening");
  private static final Scope ALL = new Scope(null, null);

  @TempDir Path folder;
  private People line;
  private PaperLog log;

  /**
   * Targets 2 and 4. Results stand at the same index as the command up to 4, behind it one earlier.
   *
   * <pre>
   * 0 define   1 alice 1   2 bob 2 wins   3 carol 3   4 bob again   5 unreadable   6 dora 4 wins
   * 7 close    8 eve, refused
   * </pre>
   */
  @BeforeEach
  void write() {
    line = new People(folder.resolve("line"));
    log = new PaperLog(line);
    var targets = Samples.targets(2, 4);
    var definition = new Definition(targets, null, null, false, CountMode.LIVE);
    log.decided(new Command.DefinePromotion(EVENT, new RequestId("d"), PaperLog.START, definition));
    List.of("alice", "bob", "carol", "bob").forEach(user -> log.decided(enter(user)));
    log.putAside("not json");
    log.decided(enter("dora"));
    log.decided(
        new Command.ClosePromotion(EVENT, new RequestId("c"), PaperLog.START, CloseCause.MANUAL));
    log.decided(enter("eve"));
  }

  @AfterEach
  void close() {
    line.close();
  }

  private static Command enter(String user) {
    return new Command.SubmitEntry(
        EVENT, new UserId(user), new RequestId("r-" + user), PaperLog.START);
  }

  @Test
  void healthyLog_holds() throws Exception {
    Report report = log.audit(ALL, folder.resolve("audit"));

    assertThat(report.findings()).isEmpty();
    assertThat(report.verdict()).isEqualTo("holds");
    assertThat(report.totals().deadLetters()).isEqualTo(1);
    Report.Event event = report.events().get(0);
    assertThat(event.entries()).isEqualTo(4);
    assertThat(event.repeats()).isEqualTo(1);
    assertThat(event.winners())
        .extracting(win -> win.userId().value())
        .containsExactly("bob", "dora");
    assertThat(event.closing().totalEntries()).isEqualTo(4);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      drop results 3                       | gap missing_result wrong_closing
      drop results 2                       | gap missing_result never_given wrong_closing wrong_winner
      drop results 0                       | missing_result wrong_closing wrong_winner
      drop results 6                       | missing_result
      copy results 1                       | double_number extra_result person_twice wrong_closing
      copy results 4                       | extra_result
      copy results 6                       | extra_result wrong_closing
      swap results 1 3                     | late_result
      swap results 3 4                     | late_result
      set results 3 seq 7                  | different_result gap late_result
      set results 3 seq 2                  | different_result double_number gap wrong_winner
      set results 3 user_id "alice"        | different_result person_twice
      set results 3 winner true            | different_result wrong_closing wrong_winner
      set results 2 winner false           | different_result wrong_closing wrong_winner
      set results 4 seq 1                  | different_result never_given
      set results 6 total_entries 5        | different_result wrong_closing
      set results 6 winners []             | different_result wrong_closing
      set results 0 targets [2,3]          | different_result wrong_winner
      set results 7 reason "not_started"   | different_result
      set results 7 position "0-77"        | extra_result undecided
      set results 7 position "0-5"         | extra_result undecided
      set results 7 type "other"           | different_result unreadable
      header results 3 type refused        | different_result
      header results 3 position 0-1        | different_result
      key results 3 other                  | different_result
      garble results 7                     | undecided unreadable
      drop winners 0                       | missing_winner
      drop winners 1                       | missing_winner
      copy winners 0                       |
      swap winners 0 1                     | late_winner
      set winners 0 user_id "mallory"      | different_winner missing_winner
      set winners 0 seq 3                  | extra_winner missing_winner
      space winners 0                      |
      spacecopy winners 0                  | different_winner
      header winners 0 dedup_id other      | different_winner missing_winner
      garble winners 0                     | missing_winner unreadable
      drop promotions 0                    |
      drop promotions 2                    |
      drop promotions 3                    | missing_state
      copy promotions 1                    | late_state missing_state
      copy promotions 3                    |
      set promotions 3 total_entries 9     | different_state missing_state
      set promotions 1 position "0-1"      | extra_state
      header promotions 1 position 0-1     | different_state
      garble promotions 3                  | missing_state unreadable
      drop dead-letters 0                  | missing_dead_letter
      copy dead-letters 0                  | extra_dead_letter
      header dead-letters 0 nth-reason too_large          | different_dead_letter
      header dead-letters 0 nth-sha256 00                 | different_dead_letter
      header dead-letters 0 nth-source-offset 3           | extra_dead_letter missing_dead_letter
      """)
  void forgery_isFound(String forgery, String kinds) throws Exception {
    forge(forgery.split(" "));

    Report report = log.audit(ALL, folder.resolve("audit"));

    assertThat(found(report)).isEqualTo(kinds == null ? "" : kinds);
    assertThat(report.holds()).isEqualTo(kinds == null);
  }

  @Test
  void retiredPromotion_holds() throws Exception {
    retire();

    Report report = log.audit(ALL, folder.resolve("audit"));

    assertThat(report.findings()).isEmpty();
    Report.Event event = report.events().get(0);
    assertThat(event.closing().totalEntries()).isEqualTo(4);
    assertThat(event.retirement().position()).isEqualTo(new Position(0, 10));
  }

  /**
   * Behind {@link #write}: 9 retire, refused 10 retire 11 alice, refused. Their results stand one
   * earlier; the state of the retirement is the fifth.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      drop results 8                         | missing_result
      drop results 9                         | missing_result
      copy results 9                         | extra_result wrong_closing
      drop results 10                        | undecided
      set results 8 type "promotion_retired" | different_result wrong_closing
      set results 9 type "refused"           | different_result
      set results 9 original_position "0-3"  | different_result wrong_closing
      set results 10 type "entry_numbered"   | different_result double_number person_twice wrong_closing
      set results 10 reason "closed"         | different_result
      drop promotions 3                      |
      drop promotions 4                      | missing_state
      copy promotions 3                      | late_state missing_state
      copy promotions 4                      |
      set promotions 4 total_entries 9       | different_state missing_state
      set promotions 4 retired_by "0-9"      | extra_state missing_state
      set promotions 4 position "0-10"       | different_state missing_state
      """)
  void forgeryOfARetirement_isFound(String forgery, String kinds) throws Exception {
    retire();
    forge(forgery.split(" "));

    Report report = log.audit(ALL, folder.resolve("audit"));

    assertThat(found(report)).isEqualTo(kinds == null ? "" : kinds);
  }

  @Test
  void retirementThatCameWhileFreezing_isNotJudged() throws Exception {
    log.decided(retirement(1));
    log.cameMeanwhile(1);

    assertThat(log.audit(ALL, folder.resolve("audit")).findings()).isEmpty();
  }

  @Test
  void storyOfSomebodyWhoseNumberIsForgotten_tellsItAllTheSame() throws Exception {
    retire();

    Report report = log.audit(new Scope(EVENT, new UserId("alice")), folder.resolve("audit"));

    assertThat(report.user().told())
        .extracting(Tale.Sentence::told)
        .containsExactly(
            "number 1, which is no target; target 2 went to bob at 0-2, one person later.",
            "refused as retired: 1.000 s after the retirement at 2027-03-28T10:00:10Z (by 0-10),"
                + " since when only the log knows who had a number. It used no number.");
  }

  /** Closed at second 7, and kept for 3. */
  private void retire() {
    log.decided(retirement(3_000));
    log.decided(retirement(3_000));
    log.decided(enter("alice"));
  }

  private static Command retirement(long retentionMs) {
    return new Command.RetirePromotion(
        EVENT, new RequestId("retire-opening"), PaperLog.START, retentionMs);
  }

  @Test
  void youngCommandsWithoutAnAnswer_areListed_andOldOnesAreAViolation() throws Exception {
    log.undecided(enter("fred"));
    log.unreadable("not json either");
    log.frozenAfter(Duration.ofSeconds(69));

    Report young = log.audit(ALL, folder.resolve("young"));
    log.frozenAfter(Duration.ofSeconds(70));
    Report old = log.audit(ALL, folder.resolve("old"));

    assertThat(young.holds()).isTrue();
    assertThat(young.undecided().first())
        .extracting(open -> open.position() + " " + open.what())
        .containsExactly("0-9 submit_entry", "0-10 an unreadable command");
    assertThat(found(old)).isEqualTo("undecided");
    assertThat(old.findings()).extracting(Finding::position).containsExactly("0-9");
  }

  @Test
  void whatCameWhileFreezing_isNotJudged_andWhatAnswersNothingIs() throws Exception {
    log.cameMeanwhile(2);

    assertThat(found(log.audit(ALL, folder.resolve("meanwhile")))).isEmpty();

    log.set("winners", 1, "position", "\"0-9\"");
    assertThat(found(log.audit(ALL, folder.resolve("forged"))))
        .isEqualTo("different_winner missing_winner");
  }

  @Test
  void winnerOfACommandThatDoesNotExist_isFound() throws Exception {
    log.copy("winners", 1);
    log.set("winners", 2, "seq", "5");
    log.set("winners", 2, "position", "\"0-9\"");

    assertThat(found(log.audit(ALL, folder.resolve("audit")))).isEqualTo("extra_winner");
  }

  @Test
  void expiredDeadLetter_isNotMissed() throws Exception {
    log.expire(1);

    Report report = log.audit(ALL, folder.resolve("audit"));

    assertThat(report.holds()).isTrue();
    assertThat(report.totals().expiredDeadLetters()).isEqualTo(1);
  }

  @Test
  void lettersOfATopicMadeAnew_areNotMissed_andAMissingOneBehindItsOldestIs() throws Exception {
    log.of("dead-letters").clear();
    log.lettersFrom(Duration.ofSeconds(20));
    for (int second = 9; second < 20; second++) {
      log.decided(enter("late-" + second));
    }
    log.putAside("after the loss");
    log.putAside("missed");
    log.of("dead-letters").remove(1);
    log.decided(enter("last"));

    Report report = log.audit(ALL, folder.resolve("audit"));

    assertThat(found(report)).isEqualTo("missing_dead_letter");
    assertThat(report.findings()).extracting(Finding::position).containsExactly("0-21");
    assertThat(report.totals().expiredDeadLetters()).isEqualTo(1);
  }

  @Test
  void lettersOfAnEmptyTopic_areMissedForThirtyDaysOnly() throws Exception {
    log.of("dead-letters").clear();
    log.frozenAfter(Duration.ofDays(29));
    assertThat(found(log.audit(ALL, folder.resolve("young")))).isEqualTo("missing_dead_letter");

    log.frozenAfter(Duration.ofDays(31));
    assertThat(log.audit(ALL, folder.resolve("old")).holds()).isTrue();
  }

  @Test
  void letterOfAPartitionThatDoesNotExist_isNoFault() throws Exception {
    log.copy("dead-letters", 0);
    log.replaceHeader("dead-letters", 1, "nth-source-partition", "7");

    assertThat(log.audit(ALL, folder.resolve("audit")).holds()).isTrue();
  }

  @Test
  void otherPromotions_areNotComparedWhereOneIsAskedFor() throws Exception {
    log.replaceValue("results", 3, "{".getBytes(UTF_8));

    Scope other = new Scope(new EventId("another"), null);

    assertThat(log.audit(ALL, folder.resolve("all")).holds()).isFalse();
    assertThat(log.audit(other, folder.resolve("other")).holds()).isTrue();
  }

  @Test
  void commandOfANewerIngress_cannotBeJudged() {
    var record = log.unreadable("{\"type\":\"draw_lots\",\"v\":2}");
    log.replaceHeader("entries", (int) record.offset(), "nth-v", "2");

    assertThatThrownBy(() -> log.audit(ALL, folder.resolve("audit")))
        .isInstanceOf(CannotGoOn.class)
        .hasMessageContaining("0-9 was accepted by a newer ingress");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      alice | 0-1 number 1, which is no target; target 2 went to bob at 0-2, one person later.
      bob   | 0-2 number 2, which is a target: this person won.
      bob   | 0-4 number 2 again, which was given at 0-2: each person counts once.
      carol | 0-3 number 3, which is no target; target 4 went to dora at 0-6, one person later.
      eve   | 0-8 refused as closed: 1.000 s after the closing at 2027-03-28T10:00:07Z (manual, by 0-7). It used no number.
      fred  | 0-9 not decided yet.
      """)
  void story_saysWhy(String user, String sentence) throws Exception {
    log.undecided(enter("fred"));

    Report report = log.audit(new Scope(EVENT, new UserId(user)), folder.resolve("audit"));

    assertThat(report.user().told())
        .extracting(told -> told.position() + " " + told.told())
        .contains(sentence);
  }

  @Test
  void storyOfSomebodyTooEarly_saysByHowMuch() throws Exception {
    EventId later = new EventId("later");
    var opens = PaperLog.START.plusSeconds(12).plusMillis(100);
    var definition = new Definition(Samples.targets(1), opens, null, true, CountMode.LIVE);
    log.decided(new Command.DefinePromotion(later, new RequestId("d"), PaperLog.START, definition));
    UserId gina = new UserId("gina");
    log.decided(new Command.SubmitEntry(later, gina, new RequestId("g"), PaperLog.START));
    log.decided(
        new Command.SubmitEntry(new EventId("nowhere"), gina, new RequestId("g"), PaperLog.START));

    Report report = log.audit(new Scope(null, gina), folder.resolve("audit"));

    assertThat(report.holds()).isTrue();
    assertThat(report.user().told())
        .extracting(Tale.Sentence::told)
        .containsExactly(
            "refused as not_started: 2.100 s before the opening at 2027-03-28T10:00:12.100Z. It"
                + " used no number.",
            "refused as event_not_found: nobody had defined this promotion. It used no number.");
  }

  private static String found(Report report) {
    return report.findings().stream()
        .map(finding -> finding.kind().wire())
        .distinct()
        .sorted()
        .collect(joining(" "));
  }

  private void forge(String[] words) {
    String topic = words[1];
    int index = Integer.parseInt(words[2]);
    switch (words[0]) {
      case "drop" -> log.of(topic).remove(index);
      case "copy" -> log.copy(topic, index);
      case "swap" -> log.swap(topic, index, Integer.parseInt(words[3]));
      case "set" -> log.set(topic, index, words[3], words[4]);
      case "header" -> log.replaceHeader(topic, index, words[3], words[4]);
      case "key" -> log.replaceKey(topic, index, words[3]);
      case "garble" -> log.replaceValue(topic, index, "{".getBytes(UTF_8));
      case "space" -> log.replaceValue(topic, index, spaced(log.of(topic).get(index).value()));
      case "spacecopy" -> {
        log.copy(topic, index);
        int last = log.of(topic).size() - 1;
        log.replaceValue(topic, last, spaced(log.of(topic).get(last).value()));
      }
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private static byte[] spaced(byte[] value) {
    return new String(value, UTF_8).replace(",", ", ").getBytes(UTF_8);
  }
}
