package dev.moldau.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The same runs in a process of its own. The JDK's unmodifiable sets and maps have another order in
 * each process, so what depends on that is the same as often as one likes within one.
 */
final class OtherProcess {

    private static final String MARK = "RUN ";

    private OtherProcess() {}

    /** What stands for the runs of some seeds, made by another process of the JVM. */
    static List<String> traces(long firstSeed, int seeds) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        String tests = System.getProperty("surefire.test.class.path");
        command.add("-cp");
        command.add(tests == null ? System.getProperty("java.class.path") : tests);
        command.add(OtherProcess.class.getName());
        command.add(Long.toString(firstSeed));
        command.add(Integer.toString(seeds));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> traces = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            lines.lines().filter(line -> line.startsWith(MARK)).forEach(traces::add);
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        return traces;
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
        tracesHere(Long.parseLong(args[0]), Integer.parseInt(args[1])).forEach(System.out::println);
        System.exit(0);
    }
}
