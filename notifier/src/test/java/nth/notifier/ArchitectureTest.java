package nth.notifier;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass.Predicates;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "nth", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule the_notifier_knows_only_the_shared_parts =
      noClasses()
          .that()
          .resideInAPackage("nth.notifier..")
          .should()
          .dependOnClassesThat(
              Predicates.resideInAPackage("nth..")
                  .and(
                      Predicates.resideOutsideOfPackages(
                          "nth.notifier..", "nth.contract", "nth.app", "nth.web", "nth.trace")));

  @ArchTest
  static final ArchRule the_page_knows_nothing_of_results =
      noClasses()
          .that()
          .resideInAPackage("nth.notifier.page")
          .should()
          .dependOnClassesThat(
              Predicates.resideInAPackage("nth..")
                  .and(Predicates.resideOutsideOfPackages("nth.notifier.page", "nth.web")));

  @ArchTest
  static final ArchRule only_the_store_knows_rocksdb =
      noClasses()
          .that()
          .resideInAPackage("nth.notifier..")
          .and()
          .doNotHaveSimpleName("BoardStore")
          .and()
          .doNotHaveSimpleName("Batch")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.rocksdb..");

  @ArchTest
  static final ArchRule the_count_and_the_folds_know_no_machinery =
      classes()
          .that()
          .haveFullyQualifiedName("nth.notifier.PublicCount")
          .or()
          .haveFullyQualifiedName("nth.notifier.Standing")
          .or()
          .haveFullyQualifiedName("nth.notifier.Part")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", "nth.contract", "nth.notifier");
}
