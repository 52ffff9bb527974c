package io.harel.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The rules that keep the library apart from Spring Boot, and the two stores apart from each other. */
class ArchitectureTest {

    private static final String ROOT = "io.harel.store";
    private static final String AUTOCONFIGURE = ROOT + ".autoconfigure..";
    private static final String EXECUTION = ROOT + ".execution";
    private static final String CHUNK = ROOT + ".chunk";
    private static final String SQLITE = ROOT + ".sqlite..";

    private static final JavaClasses MAIN_CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void onlyAutoConfigurationKnowsSpringBoot() {
        noClasses()
                .that()
                .resideOutsideOfPackage(AUTOCONFIGURE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework.boot..")
                .check(MAIN_CLASSES);
    }

    @Test
    void nothingDependsOnAutoConfiguration() {
        noClasses()
                .that()
                .resideOutsideOfPackage(AUTOCONFIGURE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(AUTOCONFIGURE)
                .check(MAIN_CLASSES);
    }

    @Test
    void executionsDoNotKnowChunks() {
        noClasses()
                .that()
                .resideInAPackage(EXECUTION + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(CHUNK + "..")
                .allowEmptyShould(true)
                .check(MAIN_CLASSES);
    }

    @Test
    void chunksDoNotKnowExecutions() {
        noClasses()
                .that()
                .resideInAPackage(CHUNK + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(EXECUTION + "..")
                .allowEmptyShould(true)
                .check(MAIN_CLASSES);
    }

    @Test
    void theExecutionContractKnowsNoImplementation() {
        noClasses()
                .that()
                .resideInAPackage(EXECUTION)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(EXECUTION + ".*..", SQLITE)
                .allowEmptyShould(true)
                .check(MAIN_CLASSES);
    }

    @Test
    void theChunkContractKnowsNoImplementation() {
        noClasses()
                .that()
                .resideInAPackage(CHUNK)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CHUNK + ".*..", SQLITE)
                .allowEmptyShould(true)
                .check(MAIN_CLASSES);
    }

    @Test
    void theSharedWritePathKnowsNeitherStore() {
        noClasses()
                .that()
                .resideInAPackage(SQLITE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(EXECUTION + "..", CHUNK + "..")
                .allowEmptyShould(true)
                .check(MAIN_CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.harel.(**)").should().beFreeOfCycles().check(MAIN_CLASSES);
    }

    @Test
    void whatMayBeAbsentIsNullableInRecordsAndOptionalFromMethods() {
        assertThat(MAIN_CLASSES.stream().filter(JavaClass::isRecord).flatMap(record -> record.getFields().stream()))
                .filteredOn(field -> field.getRawType().getName().startsWith("java.util.Optional"))
                .isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() {
        // Where there is no package-info, ArchUnit sees a package without annotations
        assertThat(MAIN_CLASSES.stream().map(JavaClass::getPackage).distinct())
                .filteredOn(javaPackage -> !javaPackage.isAnnotatedWith(NullMarked.class))
                .extracting(JavaPackage::getName)
                .isEmpty();
    }

    @Test
    void nothingIsInjectedIntoFields() {
        NO_CLASSES_SHOULD_USE_FIELD_INJECTION.check(MAIN_CLASSES);
    }

    @Test
    void nothingWritesToStandardStreams() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(MAIN_CLASSES);
    }

    @Test
    void nothingLogsThroughJavaUtilLogging() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(MAIN_CLASSES);
    }
}
