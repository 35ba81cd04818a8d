package dev.moldau.storage;

import dev.moldau.storage.disk.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mark that a broker leaves in its data folder when it has closed all logs, and that it takes
 * away when it opens them again. The file is Kafka's own.
 */
final class CleanShutdown {

    /** Stands for a registration that is not known. */
    static final long UNKNOWN_EPOCH = -1;

    private static final String NAME = ".kafka_cleanshutdown";
    private static final int LIMIT_BYTES = 4_096;
    private static final Pattern EPOCH =
            Pattern.compile("\"brokerEpoch\"\\s*:\\s*\"?(-?\\d{1,18})");

    private CleanShutdown() {}

    static boolean isMarked(Disk disk, Path folder) throws IOException {
        return disk.exists(folder.resolve(NAME));
    }

    /** Which of the broker's registrations left the mark; unknown if it does not tell. */
    static long epoch(Disk disk, Path folder) throws IOException {
        String text =
                new String(
                        disk.readSmall(folder.resolve(NAME), LIMIT_BYTES), StandardCharsets.UTF_8);
        Matcher epoch = EPOCH.matcher(text);
        return epoch.find() ? Long.parseLong(epoch.group(1)) : UNKNOWN_EPOCH;
    }

    static void mark(Disk disk, Path folder, long brokerEpoch) throws IOException {
        String text = "{\"version\":0,\"brokerEpoch\":" + brokerEpoch + "}";
        disk.replace(folder, NAME, text.getBytes(StandardCharsets.UTF_8), true);
    }

    static void remove(Disk disk, Path folder) throws IOException {
        disk.delete(folder.resolve(NAME));
        disk.syncFolder(folder);
    }
}
