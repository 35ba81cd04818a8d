package dev.moldau.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code bin/moldau} of a made-up distribution with made-up JDKs. */
class ScriptsTest {

    private static final long DEADLINE_S = 30;

    @TempDir private Path folder;

    private Path home = Path.of("");
    private Path jdks = Path.of("");

    private record Outcome(int status, String out) {
        List<String> lines() {
            return out.lines().toList();
        }
    }

    @BeforeEach
    void makeDistribution() throws IOException {
        home = Files.createDirectories(folder.resolve("a folder with spaces"));
        jdks = Files.createDirectories(folder.resolve("jdks"));
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("lib"));
        for (String script : List.of("moldau", "jdk.sh", "jvm.sh")) {
            Files.copy(sources().resolve(script), home.resolve("bin").resolve(script));
        }
        Files.createFile(home.resolve("lib/b.jar"));
        Files.createFile(home.resolve("lib/a.jar"));
    }

    @Test
    void theJdkOfJavaHomeIsUsedIfItIsNewEnough() throws Exception {
        makeJdk("jdk-26", "26");
        Path chosen = makeJdk("jdk-25", "25.0.1");
        Outcome outcome = moldau(Map.of("JAVA_HOME", chosen.toString()), "version");
        assertThat(outcome.status).isZero();
        assertThat(outcome.lines()).first().isEqualTo("java of jdk-25");
        assertThat(outcome.lines()).endsWith("dev.moldau.cli.Main", "version");
    }

    @Test
    void anOldJavaHomeIsPassedOverForTheNewestJdkFound() throws Exception {
        makeJdk("jdk-25", "25");
        makeJdk("jdk-27", "27-ea");
        Path old = makeJdk("jdk-8", "1.8.0_402");
        Outcome outcome = moldau(Map.of("JAVA_HOME", old.toString()), "version");
        assertThat(outcome.lines()).first().isEqualTo("java of jdk-27");
    }

    @Test
    void withoutAJdkItSaysWhatIsMissingAndHowToGetIt() throws Exception {
        Path old = makeJdk("jdk-17", "17.0.15");
        Outcome outcome = moldau(Map.of("JAVA_HOME", old.toString()), "start");
        assertThat(outcome.status).isEqualTo(1);
        assertThat(outcome.out)
                .contains("Moldau needs a JDK of version 25 or newer")
                .contains("JAVA_HOME is " + old + ", which has Java 17")
                .contains("https://adoptium.net/");
    }

    @Test
    void theClassPathIsSortedAndSurvivesSpaces() throws Exception {
        makeJdk("jdk-25", "25");
        Outcome outcome = moldau(Map.of(), "start", "--data", "a b");
        assertThat(outcome.lines())
                .containsSubsequence("-cp", home + "/lib/a.jar:" + home + "/lib/b.jar")
                .endsWith("start", "--data", "a b");
    }

    @Test
    void theJvmIsSetByTheVariablesThatPeopleKnow() throws Exception {
        makeJdk("jdk-25", "25");
        Outcome outcome =
                moldau(
                        Map.of(
                                "KAFKA_HEAP_OPTS", "-Xms1g -Xmx1g",
                                "KAFKA_JVM_PERFORMANCE_OPTS", "-XX:+UseZGC",
                                "KAFKA_OPTS", "-Da=* -Db=c"),
                        "start");
        assertThat(outcome.lines())
                .contains("-Xms1g", "-Xmx1g", "-XX:+UseZGC", "-Da=*", "-Db=c")
                .doesNotContain("-XX:+UseSerialGC", "-Xmx256m", "-Xms32m");
    }

    @Test
    void theHeapBeginsSmallHoweverLargeItMayGrow() throws Exception {
        makeJdk("jdk-25", "25");
        assertThat(moldau(Map.of("MOLDAU_HEAP_OPTS", "-Xmx1g"), "start").lines())
                .contains("-Xms32m", "-Xmx1g")
                .doesNotContain("-Xmx256m");
        assertThat(moldau(Map.of("MOLDAU_HEAP_OPTS", "-Xmx24m"), "start").lines())
                .as("the JVM would not start")
                .doesNotContain("-Xms32m");
    }

    @Test
    void theCacheIsUsedIfThereIsOne() throws Exception {
        makeJdk("jdk-25", "25");
        assertThat(moldau(Map.of(), "start").out).doesNotContain("AOTCache");
        Files.createFile(home.resolve("moldau.aot"));
        assertThat(moldau(Map.of(), "start").lines())
                .contains("-XX:AOTCache=" + home + "/moldau.aot");
    }

    @Test
    void itMayBeCalledThroughALink() throws Exception {
        makeJdk("jdk-25", "25");
        Path link = Files.createSymbolicLink(folder.resolve("m"), home.resolve("bin/moldau"));
        Outcome outcome = run(Map.of(), link.toString(), "version");
        assertThat(outcome.lines()).endsWith("dev.moldau.cli.Main", "version");
    }

    @Test
    void withoutMavenTheBuildSaysHowToGetIt() throws Exception {
        makeJdk("jdk-25", "25");
        Files.createFile(home.resolve("pom.xml"));
        Files.copy(sources().resolve("build"), home.resolve("bin/build"));
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : List.of("sh", "sed", "dirname", "find", "head", "readlink")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin").resolve(tool));
        }
        Outcome outcome = moldau(Map.of("PATH", tools.toString()), "start");
        assertThat(outcome.status).isEqualTo(1);
        assertThat(outcome.out).contains("'mvn' was not found").contains("maven.apache.org");
    }

    @Test
    void aBuildLeavesTheFoldersOfRunningBrokersAlone() throws Exception {
        makeSources();
        Path first = build();
        Process running =
                new ProcessBuilder("sh", "-c", "read line", first + "/lib/a.jar")
                        .redirectInput(ProcessBuilder.Redirect.PIPE)
                        .start();
        try {
            Path second = build();
            Path third = build();
            assertThat(first).isDirectory();
            assertThat(second).as("the one before").isDirectory();
            Path fourth = build();
            assertThat(first).isDirectory();
            assertThat(second).as("nobody runs it").doesNotExist();
            assertThat(List.of(third, fourth)).allMatch(Files::isDirectory);
        } finally {
            running.destroyForcibly().waitFor();
        }
        build();
        assertThat(first).doesNotExist();
    }

    @Test
    void aBuildThatFailsSaysWhyAndLeavesTheLastOneInPlace() throws Exception {
        makeSources();
        Path first = build();
        executable(home.resolve("tools/mvn"), "#!/bin/sh\necho no such symbol\nexit 1\n");
        Outcome outcome = run(withMaven(), home.resolve("bin/build").toString());
        assertThat(outcome.status).isEqualTo(1);
        assertThat(outcome.out).contains("the build failed", "no such symbol");
        Map<String, String> environment = new HashMap<>(withMaven());
        environment.put("MOLDAU_NO_BUILD", "1");
        assertThat(moldau(environment, "version").lines())
                .containsSubsequence("-cp", first + "/lib/a.jar");
        try (Stream<Path> left = Files.list(home.resolve("cli/target/dist"))) {
            assertThat(left).containsExactlyInAnyOrder(first, first.resolveSibling("current"));
        }
    }

    /** A repository whose Maven makes one jar. */
    private void makeSources() throws IOException {
        Path jdk = makeJdk("jdk-25", "25");
        executable(
                jdk.resolve("bin/jar"),
                "#!/bin/sh\nmkdir -p META-INF/native\n: >META-INF/native/x.so\n");
        Files.createFile(home.resolve("pom.xml"));
        Files.copy(sources().resolve("build"), home.resolve("bin/build"));
        Files.createDirectories(home.resolve("tools"));
        executable(
                home.resolve("tools/mvn"),
                """
                #!/bin/sh
                mkdir -p cli/target/unchecked/dist/lib
                : >cli/target/unchecked/dist/lib/a.jar
                """);
    }

    private Map<String, String> withMaven() {
        return Map.of("PATH", home.resolve("tools") + ":/usr/bin:/bin");
    }

    /** Builds, and returns the folder that is started from now on. */
    private Path build() throws Exception {
        Outcome outcome = run(withMaven(), home.resolve("bin/build").toString());
        assertThat(outcome.status).as(outcome.out).isZero();
        Path builds = home.resolve("cli/target/dist");
        Path newest = builds.resolve(Files.readString(builds.resolve("current")).strip());
        assertThat(newest.resolve("native/x.so")).exists();
        return newest;
    }

    private Path makeJdk(String name, String version) throws IOException {
        Path jdk = Files.createDirectories(jdks.resolve(name));
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        executable(
                jdk.resolve("bin/java"),
                "#!/bin/sh\necho java of " + name + "\nprintf '%s\\n' \"$@\"\n");
        executable(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        return jdk;
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Outcome moldau(Map<String, String> environment, String... arguments) throws Exception {
        String[] command = new String[arguments.length + 1];
        command[0] = home.resolve("bin/moldau").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return run(environment, command);
    }

    private Outcome run(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("KAFKA_"));
        builder.environment().remove("JAVA_HOME");
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().put("MOLDAU_JDK_FOLDERS", jdks + "/*");
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().putAll(environment);
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = builder.redirectOutput(output.toFile()).start();
        if (!process.waitFor(DEADLINE_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("not done in " + DEADLINE_S + " s");
        }
        return new Outcome(
                process.exitValue(), Files.readString(output, StandardCharsets.UTF_8).strip());
    }

    /** {@code bin} of the repository, wherever the tests are started. */
    private static Path sources() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("bin"))
                ? here.resolve("bin")
                : here.resolveSibling("bin");
    }
}
