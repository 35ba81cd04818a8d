package dev.moldau.storage.checkpoint;

import dev.moldau.common.TopicPartition;
import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A file with one offset for each of many partitions: lines of topic, partition and offset. One per
 * purpose and data folder.
 */
public final class OffsetCheckpoint {

    /** Up to where each log is known to be on the disk. */
    public static final String RECOVERY_POINTS = "recovery-point-offset-checkpoint";

    /** Where logs begin that begin above their first segment. */
    public static final String LOG_STARTS = "log-start-offset-checkpoint";

    /** High watermarks. */
    public static final String HIGH_WATERMARKS = "replication-offset-checkpoint";

    private final Disk disk;
    private final Path folder;
    private final String name;

    /** The file of a purpose in a data folder. */
    public OffsetCheckpoint(Disk disk, Path folder, String name) {
        this.disk = disk;
        this.folder = folder;
        this.name = name;
    }

    /**
     * What the file says; nothing if it is not there.
     *
     * @throws DamagedFileException if it is no such file
     */
    public Map<TopicPartition, Long> read() throws IOException {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (Entry entry :
                CheckpointText.read(disk, folder.resolve(name), 3, OffsetCheckpoint::parse)) {
            offsets.put(entry.partition, entry.offset);
        }
        return offsets;
    }

    private static Entry parse(String[] words) {
        long offset = Long.parseLong(words[2]);
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset);
        }
        return new Entry(new TopicPartition(words[0], Integer.parseInt(words[1])), offset);
    }

    private record Entry(TopicPartition partition, long offset) {}

    /** Replaces the file, and waits until it is on the disk. */
    public void write(Map<TopicPartition, Long> offsets) throws IOException {
        List<String> lines = new ArrayList<>(offsets.size());
        offsets.forEach(
                (partition, offset) ->
                        lines.add(partition.topic() + " " + partition.partition() + " " + offset));
        disk.replace(folder, name, CheckpointText.bytes(lines), true);
    }
}
