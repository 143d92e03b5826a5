package nth.sequencer;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "nth.sequencer", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule domain_knows_only_java_and_the_contract =
      classes()
          .that()
          .resideInAPackage("nth.sequencer.domain")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "nth.contract", "nth.sequencer.domain", "org.jspecify..");

  @ArchTest
  static final ArchRule domain_calls_no_clock_and_rolls_no_dice =
      noClasses()
          .that()
          .resideInAPackage("nth.sequencer.domain")
          .should()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(java.util.UUID.class, "randomUUID")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(java.util.Random.class);

  @ArchTest
  static final ArchRule topology_knows_neither_spring_nor_the_audit =
      noClasses()
          .that()
          .resideInAPackage("nth.sequencer.topology")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.springframework..", "nth.sequencer.audit", "nth.app");

  @ArchTest
  static final ArchRule audit_meets_the_line_only_in_topics =
      noClasses()
          .that()
          .resideInAPackage("nth.sequencer.audit")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("nth.sequencer.topology", "nth.sequencer.domain");

  @ArchTest
  static final ArchRule audit_shows_nothing_to_anybody =
      classes().that().resideInAPackage("nth.sequencer.audit").should().notBePublic();

  @ArchTest
  static final ArchRule webhooks_meet_the_line_and_the_audit_only_in_topics =
      noClasses()
          .that()
          .resideInAPackage("nth.sequencer.webhook")
          .should()
          .dependOnClassesThat(
              resideInAPackage("nth.sequencer..")
                  .and(not(resideInAPackage("nth.sequencer.webhook"))));

  @ArchTest
  static final ArchRule nobody_knows_of_webhooks =
      noClasses()
          .that()
          .resideOutsideOfPackage("nth.sequencer.webhook")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("nth.sequencer.webhook");

  @ArchTest
  static final ArchRule webhooks_show_nothing_to_anybody =
      classes().that().resideInAPackage("nth.sequencer.webhook").should().notBePublic();

  @ArchTest
  static final ArchRule replay_writes_to_no_topic =
      noClasses()
          .that()
          .resideInAPackage("nth.sequencer.replay")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka.clients.producer..");

  @ArchTest
  static final ArchRule commands_run_nothing_of_the_service =
      noClasses()
          .that()
          .resideInAnyPackage("nth.sequencer.operator", "nth.sequencer.replay")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("nth.sequencer", "nth.sequencer.audit");

  @ArchTest
  static final ArchRule numbers_are_counted_again_without_the_decider =
      noClasses()
          .that()
          .haveSimpleNameStartingWith("Published")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("nth.sequencer.domain")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(nth.contract.Result.class);

  @ArchTest
  static final ArchRule application_shows_its_main_class_only =
      classes()
          .that()
          .resideInAPackage("nth.sequencer")
          .and()
          .doNotHaveSimpleName("SequencerApplication")
          .should()
          .notBePublic();
}
