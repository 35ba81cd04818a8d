package dev.moldau.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Logs, ledgers and readings, in which the reason of a failure may be found afterwards. */
final class KeptFiles {

    private KeptFiles() {}

    /** Copies the files of a test's folder, though not the data, to {@code target}. */
    static void of(Path folder, String name) {
        Path kept = Workshop.target().resolve(name);
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            Files.createDirectories(kept);
            for (Path file : all) {
                Path copy = kept.resolve(file.getFileName());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        System.out.println("  logs, ledgers and readings are in " + kept);
    }
}
