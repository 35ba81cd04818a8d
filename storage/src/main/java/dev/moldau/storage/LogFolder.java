package dev.moldau.storage;

import dev.moldau.storage.disk.Disk;
import dev.moldau.storage.disk.DiskEntry;
import dev.moldau.storage.segment.FileNames;
import dev.moldau.storage.segment.OpenFiles;
import dev.moldau.storage.segment.Segment;
import dev.moldau.storage.segment.SegmentSizes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What one listing of a partition's folder shows: its segments and snapshots. What an interrupted
 * deletion, compaction or replacement has left is deleted on the way.
 */
final class LogFolder {

    private static final List<String> LEFTOVERS =
            List.of(FileNames.DELETED, FileNames.CLEANED, ".tmp");

    private final Map<String, DiskEntry> entries = new HashMap<>();
    private final TreeMap<Long, DiskEntry> logs = new TreeMap<>();
    private final List<Long> snapshots = new ArrayList<>();

    LogFolder(Disk disk, Path folder) throws IOException {
        for (DiskEntry entry : disk.list(folder)) {
            String name = entry.name();
            if (LEFTOVERS.stream().anyMatch(name::endsWith)) {
                disk.delete(folder.resolve(name));
                continue;
            }
            entries.put(name, entry);
            OptionalLong log = FileNames.offsetOf(name, FileNames.LOG);
            if (log.isPresent()) {
                logs.put(log.getAsLong(), entry);
            }
            OptionalLong snapshot = FileNames.offsetOf(name, FileNames.SNAPSHOT);
            if (snapshot.isPresent()) {
                snapshots.add(snapshot.getAsLong());
            }
        }
        deleteOrphans(disk, folder);
    }

    /** Indexes without their segment would be taken for those of a later one of that name. */
    private void deleteOrphans(Disk disk, Path folder) throws IOException {
        for (String name : entries.keySet()) {
            for (String suffix :
                    List.of(FileNames.INDEX, FileNames.TIME_INDEX, FileNames.TRANSACTION_INDEX)) {
                OptionalLong offset = FileNames.offsetOf(name, suffix);
                if (offset.isPresent() && !logs.containsKey(offset.getAsLong())) {
                    disk.delete(folder.resolve(name));
                }
            }
        }
    }

    List<Long> snapshots() {
        return snapshots;
    }

    boolean has(String name) {
        return entries.containsKey(name);
    }

    /** The segments, by base offset. */
    List<Segment> segments(OpenFiles files, Path folder) {
        List<Segment> segments = new ArrayList<>(logs.size());
        logs.forEach(
                (base, log) -> {
                    SegmentSizes sizes =
                            new SegmentSizes(
                                    (int) Math.min(log.sizeBytes(), Integer.MAX_VALUE),
                                    size(FileNames.of(base, FileNames.INDEX), -1),
                                    size(FileNames.of(base, FileNames.TIME_INDEX), -1),
                                    size(FileNames.of(base, FileNames.TRANSACTION_INDEX), 0));
                    segments.add(Segment.existing(files, folder, base, sizes, log.modifiedMs()));
                });
        return segments;
    }

    private long size(String name, long otherwise) {
        DiskEntry entry = entries.get(name);
        return entry == null ? otherwise : entry.sizeBytes();
    }
}
