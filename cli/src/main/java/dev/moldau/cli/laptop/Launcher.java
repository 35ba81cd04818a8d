package dev.moldau.cli.laptop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts commands of {@code moldau} as child processes.
 *
 * <p>A terminal sends Ctrl-C to every process in it. The children ignore that, because their parent
 * stops them one after the other; they stop by themselves when it is gone, which they see by the
 * end of their standard input.
 *
 * @param words how {@code moldau} is run, without the command
 */
record Launcher(List<String> words) {

    /** Where bin/moldau says where it is. */
    private static final String SCRIPT = "MOLDAU_COMMAND";

    private static final String WITHOUT_CTRL_C = "trap '' INT; exec \"$@\"";

    /** Starts them by the script that started this process, or else by this process's own JVM. */
    static Launcher ofThisProcess() {
        String script = System.getenv(SCRIPT);
        if (script != null) {
            return new Launcher(List.of(script));
        }
        return new Launcher(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.moldau.cli.Main"));
    }

    /**
     * Starts a command.
     *
     * @param log gets its standard error, after what is there
     */
    Process start(List<String> command, Path log) throws IOException {
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", WITHOUT_CTRL_C, "moldau"));
        all.addAll(words);
        all.addAll(command);
        all.add("--until-end-of-input");
        ProcessBuilder builder = new ProcessBuilder(all);
        // The parent has been built just now.
        builder.environment().put("MOLDAU_NO_BUILD", "1");
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        return builder.start();
    }
}
