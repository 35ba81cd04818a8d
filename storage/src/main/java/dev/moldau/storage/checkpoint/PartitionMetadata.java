package dev.moldau.storage.checkpoint;

import dev.moldau.common.Uuid;
import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The file that ties a partition's folder to a topic's identity (KIP-516). */
public final class PartitionMetadata {

    /** The file's name in the partition's folder. */
    public static final String NAME = "partition.metadata";

    private static final int LIMIT_BYTES = 4096;
    private static final String VERSION_KEY = "version: ";
    private static final String ID_KEY = "topic_id: ";

    private PartitionMetadata() {}

    /**
     * The topic's identity; empty if there is no such file.
     *
     * @throws DamagedFileException if it is no such file
     */
    public static Optional<Uuid> read(Disk disk, Path folder) throws IOException {
        Path path = folder.resolve(NAME);
        byte[] bytes;
        try {
            bytes = disk.readSmall(path, LIMIT_BYTES);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        if (!lines[0].strip().equals(VERSION_KEY + "0")) {
            throw new DamagedFileException(path, 1, "'version: 0' expected");
        }
        if (lines.length < 2 || !lines[1].startsWith(ID_KEY)) {
            throw new DamagedFileException(path, 2, "'topic_id: ' expected");
        }
        try {
            return Optional.of(Uuid.parse(lines[1].substring(ID_KEY.length()).strip()));
        } catch (IllegalArgumentException e) {
            throw new DamagedFileException(path, 2, String.valueOf(e.getMessage()));
        }
    }

    /** Writes the file; it becomes durable with the log's first flush. */
    public static void write(Disk disk, Path folder, Uuid topicId) throws IOException {
        String text = VERSION_KEY + "0\n" + ID_KEY + topicId;
        disk.replace(folder, NAME, text.getBytes(StandardCharsets.UTF_8), false);
    }
}
