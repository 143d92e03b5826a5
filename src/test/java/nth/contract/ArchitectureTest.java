package nth.contract;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = {"nth.contract", "nth.app", "nth.web"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule the_contract_knows_no_spring =
      noClasses()
          .that()
          .resideInAPackage("nth.contract..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.springframework..", "reactor..", "nth.app..", "nth.web..");

  @ArchTest
  static final ArchRule reading_logs_knows_no_http =
      noClasses()
          .that()
          .resideInAPackage("nth.app..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "nth.web..", "org.springframework.web..", "org.springframework.http..");
}
