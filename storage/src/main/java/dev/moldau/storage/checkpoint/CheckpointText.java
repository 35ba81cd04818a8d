package dev.moldau.storage.checkpoint;

import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The frame of all checkpoint files: a version, a count, and so many lines. */
final class CheckpointText {

    /** Enough for a million partitions with the longest names; more is damage. */
    private static final int LIMIT_BYTES = 512 << 20;

    private static final int VERSION = 0;

    private CheckpointText() {}

    /** What one line says; throws {@link RuntimeException} if it cannot be read. */
    interface LineParser<T> {
        T parse(String[] words);
    }

    /**
     * Reads a file.
     *
     * @param words how many words each line has
     * @return the lines' contents; empty if there is no such file
     * @throws DamagedFileException if it is not such a file
     */
    static <T> List<T> read(Disk disk, Path path, int words, LineParser<T> parser)
            throws IOException {
        byte[] bytes;
        try {
            bytes = disk.readSmall(path, LIMIT_BYTES);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        int version = number(path, lines, 0);
        if (version != VERSION) {
            throw new DamagedFileException(path, 1, "version " + version + " is unknown");
        }
        int count = number(path, lines, 1);
        if (count < 0 || count > lines.length - 2) {
            throw new DamagedFileException(path, 2, count + " lines promised, not there");
        }
        List<T> parsed = new ArrayList<>(count);
        for (int i = 2; i < count + 2; i++) {
            String[] split = words(lines[i]);
            try {
                if (split.length != words) {
                    throw new IllegalArgumentException(split.length + " words");
                }
                parsed.add(parser.parse(split));
            } catch (RuntimeException e) {
                throw new DamagedFileException(path, i + 1, "not an entry: " + e.getMessage());
            }
        }
        return parsed;
    }

    /**
     * The words of a line. Written out, because thousands of these lines are read while a broker
     * starts, and a regular expression is slow until it has been compiled.
     */
    private static String[] words(String line) {
        List<String> found = new ArrayList<>(3);
        int from = 0;
        for (int at = 0; at <= line.length(); at++) {
            if (at == line.length() || Character.isWhitespace(line.charAt(at))) {
                if (at > from) {
                    found.add(line.substring(from, at));
                }
                from = at + 1;
            }
        }
        return found.toArray(new String[0]);
    }

    private static int number(Path path, String[] lines, int line) throws DamagedFileException {
        try {
            return Integer.parseInt(lines.length > line ? lines[line].strip() : "");
        } catch (NumberFormatException e) {
            throw new DamagedFileException(path, line + 1, "not a number");
        }
    }

    static byte[] bytes(Collection<String> lines) {
        StringBuilder text = new StringBuilder();
        text.append(VERSION).append('\n').append(lines.size()).append('\n');
        for (String line : lines) {
            text.append(line).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
