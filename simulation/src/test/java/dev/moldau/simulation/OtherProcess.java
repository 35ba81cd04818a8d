package dev.moldau.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The same runs in a process of its own. The JDK's unmodifiable sets and maps have another order in
 * each process, so what depends on that is the same as often as one likes within one.
 */
final class OtherProcess {

    private static final String MARK = "RUN ";
    private static final int PATIENCE_S = 120;

    private OtherProcess() {}

    /** What stands for the runs of some seeds, made by another process of the JVM. */
    static List<String> traces(long firstSeed, int seeds, Path folder)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-agent") && !option.startsWith("-javaagent"))
                .forEach(command::add);
        String tests = System.getProperty("surefire.test.class.path");
        command.add("-cp");
        command.add(tests == null ? System.getProperty("java.class.path") : tests);
        command.add(OtherProcess.class.getName());
        command.add(Long.toString(firstSeed));
        command.add(Integer.toString(seeds));
        Path printed = folder.resolve("traces.txt");
        Process process =
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .redirectOutput(printed.toFile())
                        .start();
        try {
            assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).as("it ends").isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(printed).stream().filter(line -> line.startsWith(MARK)).toList();
    }

    /** What stands for the runs of some seeds, made here. */
    static List<String> tracesHere(long firstSeed, int seeds) {
        List<String> traces = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            traces.add(MARK + seed + ": " + new Run(seed, new Tally()).run());
        }
        return traces;
    }

    /**
     * Prints what stands for the runs.
     *
     * @param args the first seed, and how many there are
     */
    public static void main(String[] args) {
        try {
            tracesHere(Long.parseLong(args[0]), Integer.parseInt(args[1]))
                    .forEach(System.out::println);
            System.exit(0);
        } catch (Throwable fault) {
            fault.printStackTrace();
            System.exit(1);
        }
    }
}
