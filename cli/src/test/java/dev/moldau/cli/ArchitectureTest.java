package dev.moldau.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures;
import dev.moldau.common.SystemClock;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.NullMarked;

/**
 * Holds the directions of the house: DESIGN section 3, and the rules that follow from section 4.
 */
@AnalyzeClasses(packages = "dev.moldau", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String[] BELOW_SERVER = {
        "dev.moldau.common..",
        "dev.moldau.protocol..",
        "dev.moldau.client..",
        "dev.moldau.storage..",
        "dev.moldau.cluster..",
        "dev.moldau.broker.."
    };

    @ArchTest
    static final ArchRule MODULES_DEPEND_UPWARDS_ONLY =
            Architectures.layeredArchitecture()
                    .consideringOnlyDependenciesInAnyPackage("dev.moldau..")
                    .layer("common")
                    .definedBy("dev.moldau.common..")
                    .layer("protocol")
                    .definedBy("dev.moldau.protocol..")
                    .layer("client")
                    .definedBy("dev.moldau.client..")
                    .layer("storage")
                    .definedBy("dev.moldau.storage..")
                    .layer("cluster")
                    .definedBy("dev.moldau.cluster..")
                    .layer("broker")
                    .definedBy("dev.moldau.broker..")
                    .layer("server")
                    .definedBy("dev.moldau.server..")
                    .layer("cli")
                    .definedBy("dev.moldau.cli..")
                    .whereLayer("cli")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("server")
                    .mayOnlyBeAccessedByLayers("cli")
                    .whereLayer("broker")
                    .mayOnlyBeAccessedByLayers("server", "cli")
                    .whereLayer("cluster")
                    .mayOnlyBeAccessedByLayers("broker", "server", "cli")
                    .whereLayer("client")
                    .mayOnlyBeAccessedByLayers("broker", "server", "cli")
                    .whereLayer("storage")
                    .mayOnlyBeAccessedByLayers("broker", "server", "cli")
                    .whereLayer("protocol")
                    .mayOnlyBeAccessedByLayers(
                            "client", "storage", "cluster", "broker", "server", "cli");

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("dev.moldau.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule TIME_AND_CHANCE_ARE_INJECTED_BELOW_THE_SERVER =
            noClasses()
                    .that()
                    .resideInAnyPackage(BELOW_SERVER)
                    .and()
                    .doNotBelongToAnyOf(SystemClock.class)
                    .should()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(Instant.class, "now")
                    .orShould()
                    .callMethod(Thread.class, "sleep", long.class)
                    .orShould()
                    .callMethod(Math.class, "random")
                    .orShould()
                    .callMethod(UUID.class, "randomUUID")
                    .orShould()
                    .callMethod(Runtime.class, "maxMemory")
                    .orShould()
                    .dependOnClassesThat()
                    .belongToAnyOf(Clock.class, ThreadLocalRandom.class, Random.class);

    @ArchTest
    static final ArchRule NO_STATIC_STATE_CHANGES =
            fields().that().areStatic().should().beFinal().allowEmptyShould(true);

    @ArchTest
    static final ArchRule ONLY_THE_NETWORKS_SEE_NETTY =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("dev.moldau.server.net..", "dev.moldau.client.net..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule A_BROKER_REACHES_OTHERS_AND_IS_NO_CLIENT =
            noClasses()
                    .that()
                    .resideInAnyPackage("dev.moldau.broker..", "dev.moldau.server..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.moldau.client.producer..",
                            "dev.moldau.client.admin..",
                            "dev.moldau.client.metadata..",
                            "dev.moldau.client.serialization..");

    @ArchTest
    static final ArchRule ONLY_ONE_PACKAGE_SEES_ZOOKEEPER =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.moldau.cluster.store.zookeeper..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.apache.curator..", "org.apache.zookeeper..");

    @ArchTest
    static final ArchRule ONLY_THE_LOCAL_STORE_SEES_ITS_DATABASE =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.moldau.cluster..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.h2..");

    @ArchTest
    static final ArchRule WHAT_SHIPS_KNOWS_NO_KAFKA_CLIENT =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.kafka..");

    @ArchTest
    static final ArchRule WHAT_SHIPS_KNOWS_NO_SIMULATION =
            noClasses().should().dependOnClassesThat().resideInAPackage("dev.moldau.simulation..");

    @ArchTest
    static final ArchRule LOGGING_GOES_THROUGH_SLF4J =
            noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

    @ArchTest
    static final ArchRule ONLY_COMMANDS_PRINT =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("dev.moldau.cli..", "dev.moldau.protocol.processor..")
                    .should()
                    .accessField(System.class, "out")
                    .orShould()
                    .accessField(System.class, "err");

    @ArchTest
    static final ArchRule NAMES_SAY_WHAT_A_THING_IS =
            noClasses()
                    .should()
                    .haveNameMatching(".*(Util|Utils|Helper|Impl|Manager)")
                    .orShould()
                    .resideInAnyPackage("..util..", "..impl..", "..helper..", "..manager..");

    @ArchTest
    static final ArchRule EVERY_PACKAGE_IS_NULL_MARKED =
            classes().should(new BeNullMarkedByTheirPackage());

    /** A class whose package says {@code @NullMarked} in its package-info. */
    private static final class BeNullMarkedByTheirPackage extends ArchCondition<JavaClass> {

        BeNullMarkedByTheirPackage() {
            super("be in a package whose package-info says @NullMarked");
        }

        @Override
        public void check(JavaClass item, ConditionEvents events) {
            boolean marked =
                    item.getPackage()
                            .tryGetPackageInfo()
                            .map(info -> info.isAnnotatedWith(NullMarked.class))
                            .orElse(false);
            events.add(
                    new SimpleConditionEvent(
                            item, marked, item.getPackageName() + " is not @NullMarked"));
        }
    }
}
