package dev.moldau.simulation;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** What makes a run depend on anything but its seed has no place here. */
@AnalyzeClasses(packages = "dev.moldau.simulation")
class SimulationArchitectureTest {

    @ArchTest
    static final ArchRule ONLY_THE_TEST_SEES_REAL_TIME =
            noClasses()
                    .that()
                    .doNotBelongToAnyOf(SimulationTest.class)
                    .should()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(Instant.class, "now");

    @ArchTest
    static final ArchRule CHANCE_COMES_FROM_THE_WORLD =
            noClasses()
                    .that()
                    .doNotBelongToAnyOf(SimulationArchitectureTest.class)
                    .should()
                    .dependOnClassesThat()
                    .belongToAnyOf(Random.class, ThreadLocalRandom.class)
                    .orShould()
                    .callMethod(UUID.class, "randomUUID")
                    .orShould()
                    .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule NOTHING_LEAVES_THE_WORLD =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.netty..", "org.h2..", "java.net.http..", "dev.moldau.server..");
}
