package dev.moldau.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import dev.moldau.client.metrics.PrometheusBinding;

/**
 * Holds the directions inside the client, and what its users do not have to bring. What holds in
 * every module is tested once, for all of them, at the top of the house.
 */
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
                    .layer("listener")
                    .definedBy("dev.moldau.client.listener..")
                    .layer("consumer")
                    .definedBy("dev.moldau.client.consumer")
                    .layer("group")
                    .definedBy("dev.moldau.client.consumer.group..")
                    .layer("assign")
                    .definedBy("dev.moldau.client.consumer.assign..")
                    .layer("fetch")
                    .definedBy("dev.moldau.client.consumer.fetch..")
                    .layer("metadata")
                    .definedBy("dev.moldau.client.metadata..")
                    .layer("net")
                    .definedBy("dev.moldau.client.net..")
                    .withOptionalLayers(true)
                    .whereLayer("listener")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("producer")
                    .mayOnlyBeAccessedByLayers("listener")
                    .whereLayer("admin")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("consumer")
                    .mayOnlyBeAccessedByLayers("listener")
                    .whereLayer("group")
                    .mayOnlyBeAccessedByLayers("consumer")
                    .whereLayer("assign")
                    .mayOnlyBeAccessedByLayers("consumer", "group")
                    .whereLayer("fetch")
                    .mayOnlyBeAccessedByLayers("consumer", "group")
                    .whereLayer("send")
                    .mayOnlyBeAccessedByLayers("producer")
                    .whereLayer("batch")
                    .mayOnlyBeAccessedByLayers("producer", "send")
                    .whereLayer("metadata")
                    .mayOnlyBeAccessedByLayers(
                            "producer", "send", "batch", "admin", "consumer", "group", "fetch")
                    .whereLayer("net")
                    .mayOnlyBeAccessedByLayers(
                            "producer",
                            "send",
                            "batch",
                            "admin",
                            "consumer",
                            "group",
                            "fetch",
                            "metadata");

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
}
