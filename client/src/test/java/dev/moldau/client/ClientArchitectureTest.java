package dev.moldau.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import dev.moldau.client.metrics.PrometheusBinding;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Holds the directions inside the client, and what its users do not have to bring. */
@AnalyzeClasses(
        packages = "dev.moldau.client",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ClientArchitectureTest {

    @ArchTest
    static final ArchRule PACKAGES_DEPEND_DOWNWARDS_ONLY =
            Architectures.layeredArchitecture()
                    .consideringOnlyDependenciesInAnyPackage("dev.moldau.client..")
                    .layer("producer")
                    .definedBy("dev.moldau.client.producer")
                    .layer("send")
                    .definedBy("dev.moldau.client.producer.send..")
                    .layer("batch")
                    .definedBy("dev.moldau.client.producer.batch..")
                    .layer("admin")
                    .definedBy("dev.moldau.client.admin..")
                    .layer("metadata")
                    .definedBy("dev.moldau.client.metadata..")
                    .layer("net")
                    .definedBy("dev.moldau.client.net..")
                    .withOptionalLayers(true)
                    .whereLayer("producer")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("admin")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("send")
                    .mayOnlyBeAccessedByLayers("producer")
                    .whereLayer("batch")
                    .mayOnlyBeAccessedByLayers("producer", "send")
                    .whereLayer("metadata")
                    .mayOnlyBeAccessedByLayers("producer", "send", "batch", "admin")
                    .whereLayer("net")
                    .mayOnlyBeAccessedByLayers("producer", "send", "batch", "admin", "metadata");

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("dev.moldau.client.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_THE_NETWORK_SEES_NETTY =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.moldau.client.net..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule ONLY_THE_BINDING_SEES_PROMETHEUS =
            noClasses()
                    .that()
                    .doNotBelongToAnyOf(PrometheusBinding.class)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("io.prometheus..")
                    .orShould()
                    .dependOnClassesThat()
                    .belongToAnyOf(PrometheusBinding.class);

    @ArchTest
    static final ArchRule TIME_AND_CHANCE_ARE_INJECTED =
            noClasses()
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
                    .dependOnClassesThat()
                    .belongToAnyOf(Clock.class, ThreadLocalRandom.class, Random.class);

    @ArchTest
    static final ArchRule NOTHING_OF_KAFKAS_IS_NEEDED =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.kafka..");

    @ArchTest
    static final ArchRule LOGGING_GOES_THROUGH_SLF4J =
            noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

    @ArchTest
    static final ArchRule NOTHING_PRINTS =
            noClasses()
                    .should()
                    .accessField(System.class, "out")
                    .orShould()
                    .accessField(System.class, "err");

    @ArchTest
    static final ArchRule NO_STATIC_STATE_CHANGES =
            fields().that().areStatic().should().beFinal().allowEmptyShould(true);

    @ArchTest
    static final ArchRule NAMES_SAY_WHAT_A_THING_IS =
            noClasses()
                    .should()
                    .haveNameMatching(".*(Util|Utils|Helper|Impl|Manager)")
                    .orShould()
                    .resideInAnyPackage("..util..", "..impl..", "..helper..", "..manager..");
}
