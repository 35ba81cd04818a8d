package dev.moldau.server;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** How long ago this process began, its launching script included. */
final class ProcessAge {

    private static final Path STAT = Path.of("/proc/self/stat");
    private static final Path UPTIME = Path.of("/proc/uptime");

    /** The clock tick of {@code /proc} is 10 ms on every Linux that has a JDK. */
    private static final long TICK_MS = 10;

    /**
     * The place of {@code starttime} in {@code /proc/self/stat}, behind the name in parentheses.
     */
    private static final int START_TICKS = 19;

    private ProcessAge() {}

    /**
     * Milliseconds since the process began. From {@code /proc} where there is one: what the JDK
     * says rests on a time of boot in whole seconds there, and is up to a second off.
     */
    static long millis() {
        try {
            return ofLinux(Files.readString(STAT), Files.readString(UPTIME));
        } catch (IOException | RuntimeException notLinux) {
            Instant now = Instant.now();
            Instant start = ProcessHandle.current().info().startInstant().orElse(now);
            return Duration.between(start, now).toMillis();
        }
    }

    /** The same in seconds, with two digits behind the point. */
    static BigDecimal seconds() {
        return BigDecimal.valueOf(millis(), 3).setScale(2, RoundingMode.HALF_UP);
    }

    static long ofLinux(String stat, String uptime) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long startMs = Long.parseLong(fields[START_TICKS]) * TICK_MS;
        String[] seconds = uptime.substring(0, uptime.indexOf(' ')).split("\\.");
        long nowMs = Long.parseLong(seconds[0]) * 1_000 + Long.parseLong(seconds[1]) * 10;
        return Math.max(0, nowMs - startMs);
    }
}
