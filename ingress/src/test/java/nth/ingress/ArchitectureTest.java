package nth.ingress;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "nth", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule ingress_knows_the_shared_language_and_no_other_part =
      noClasses()
          .that()
          .resideInAPackage("nth.ingress..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("nth.sequencer..", "nth.notifier..", "nth.local..", "nth.proof..");

  @ArchTest
  static final ArchRule the_entrance_needs_no_database =
      noClasses()
          .that()
          .resideInAPackage("nth.ingress..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..");

  @ArchTest
  static final ArchRule only_the_application_is_public =
      classes()
          .that()
          .resideInAPackage("nth.ingress..")
          .and()
          .areTopLevelClasses()
          .and()
          .doNotHaveSimpleName("IngressApplication")
          .and()
          .doNotHaveSimpleName("package-info")
          .should()
          .bePackagePrivate();
}
