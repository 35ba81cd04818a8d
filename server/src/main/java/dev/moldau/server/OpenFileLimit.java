package dev.moldau.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How many files this process may have open, where the system tells. */
final class OpenFileLimit {

    /** Every connection and every segment in use takes one. */
    private static final long ADVISED = 10_000;

    private static final Path LIMITS = Path.of("/proc/self/limits");

    private OpenFileLimit() {}

    /** What to tell the operator if the limit is low. */
    static Optional<String> warning() {
        OptionalLong limit = read();
        if (limit.isEmpty() || limit.getAsLong() >= ADVISED) {
            return Optional.empty();
        }
        return Optional.of(
                "this process may have only "
                        + limit.getAsLong()
                        + " files open; every connection and every segment in use takes one, so"
                        + " raise the limit to 100000 (ulimit -n, or LimitNOFILE of systemd)");
    }

    private static OptionalLong read() {
        if (!Files.isReadable(LIMITS)) {
            return OptionalLong.empty();
        }
        try {
            return parse(Files.readAllLines(LIMITS));
        } catch (IOException e) {
            // Some systems have no such file; then there is nothing to say.
            return OptionalLong.empty();
        }
    }

    /** Lines as in {@code Max open files 1024 524288 files}. */
    static OptionalLong parse(List<String> lines) {
        for (String line : lines) {
            if (line.startsWith("Max open files")) {
                String soft = line.substring("Max open files".length()).strip().split("\\s+")[0];
                return soft.equals("unlimited")
                        ? OptionalLong.empty()
                        : OptionalLong.of(Long.parseLong(soft));
            }
        }
        return OptionalLong.empty();
    }
}
