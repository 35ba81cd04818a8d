package dev.moldau.storage.checkpoint;

import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file with a log's leader epochs: lines of epoch and start offset. */
public final class EpochCheckpoint {

    /** The file's name in the partition's folder. */
    public static final String NAME = "leader-epoch-checkpoint";

    private EpochCheckpoint() {}

    /**
     * One line.
     *
     * @param epoch a leader epoch
     * @param startOffset the first offset of the epoch
     */
    public record Entry(int epoch, long startOffset) {}

    /**
     * What the file says; nothing if it is not there.
     *
     * @throws DamagedFileException if it is no such file
     */
    public static List<Entry> read(Disk disk, Path folder) throws IOException {
        return CheckpointText.read(disk, folder.resolve(NAME), 2, EpochCheckpoint::parse);
    }

    private static Entry parse(String[] words) {
        Entry entry = new Entry(Integer.parseInt(words[0]), Long.parseLong(words[1]));
        if (entry.epoch < 0 || entry.startOffset < 0) {
            throw new IllegalArgumentException("negative");
        }
        return entry;
    }

    /**
     * Replaces the file.
     *
     * @param durable whether to wait until it is on the disk
     */
    public static void write(Disk disk, Path folder, List<Entry> entries, boolean durable)
            throws IOException {
        List<String> lines = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            lines.add(entry.epoch + " " + entry.startOffset);
        }
        disk.replace(folder, NAME, CheckpointText.bytes(lines), durable);
    }
}
