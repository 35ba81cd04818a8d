package dev.moldau.benchmarks.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Folders of servers. */
final class Folders {

    private Folders() {}

    /** An empty folder for data and logs. */
    static Path fresh(String name) throws IOException {
        Path folder = Setup.work().resolve(name);
        delete(folder);
        return Files.createDirectories(folder);
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> paths;
        try (var walk = Files.walk(folder)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }
}
