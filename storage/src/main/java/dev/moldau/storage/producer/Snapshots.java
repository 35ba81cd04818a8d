package dev.moldau.storage.producer;

import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import dev.moldau.storage.disk.DiskFile;
import dev.moldau.storage.disk.OpenMode;
import dev.moldau.storage.segment.FileNames;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The snapshot files of a log, by the offset up to which they speak: one where each segment begins,
 * and one where the log was closed. Owned by the log's lane.
 */
public final class Snapshots {

    /** Enough for a million batches; more is damage. */
    private static final int LIMIT_BYTES = 64 << 20;

    private final Disk disk;
    private final Path folder;
    private final TreeSet<Long> offsets = new TreeSet<>();

    /** The snapshots of a folder, given which are there. */
    public Snapshots(Disk disk, Path folder, Collection<Long> offsets) {
        this.disk = disk;
        this.folder = folder;
        this.offsets.addAll(offsets);
    }

    private Path path(long offset) {
        return folder.resolve(FileNames.of(offset, FileNames.SNAPSHOT));
    }

    /** Whether there are any. */
    public boolean isEmpty() {
        return offsets.isEmpty();
    }

    /** Whether there is one for an offset. */
    public boolean has(long offset) {
        return offsets.contains(offset);
    }

    /**
     * A snapshot that was read.
     *
     * @param offset up to where it speaks; what follows has to be replayed
     * @param entries what it says
     */
    public record Loaded(long offset, List<SnapshotEntry> entries) {}

    /**
     * Reads the newest one at or below an offset; damaged ones are deleted, as the log can say the
     * same.
     *
     * @param otherwise the offset of the answer, without entries, if there is none
     */
    public Loaded loadAtOrBelow(long offset, long otherwise) throws IOException {
        Long newest = offsets.floor(offset);
        while (newest != null) {
            try {
                Path path = path(newest);
                byte[] content = disk.readSmall(path, LIMIT_BYTES);
                return new Loaded(newest, ProducerSnapshot.decode(content, path));
            } catch (DamagedFileException | NoSuchFileException e) {
                delete(newest);
                newest = offsets.lower(newest);
            }
        }
        return new Loaded(otherwise, List.of());
    }

    /** Writes one. It is durable after {@link #force}. */
    public void write(long offset, List<SnapshotEntry> entries) throws IOException {
        String name = FileNames.of(offset, FileNames.SNAPSHOT);
        disk.replace(folder, name, ProducerSnapshot.encode(entries), false);
        offsets.add(offset);
    }

    /** Waits until one is on the disk; does nothing if it is gone. Any thread. */
    public void force(long offset) throws IOException {
        try (DiskFile file = disk.open(path(offset), OpenMode.WRITE)) {
            file.force();
        } catch (NoSuchFileException e) {
            return; // went with its segment meanwhile
        }
    }

    /** Deletes those above an offset, which is the log's new end. */
    public void deleteAbove(long offset) throws IOException {
        for (Long above : List.copyOf(offsets.tailSet(offset, false))) {
            delete(above);
        }
    }

    /** Deletes those below an offset, which is the base of the log's first segment. */
    public void deleteBelow(long offset) throws IOException {
        for (Long below : List.copyOf(offsets.headSet(offset, false))) {
            delete(below);
        }
    }

    /**
     * Deletes those that no segment begins with, which earlier shutdowns have left; the newest
     * stays.
     */
    public void deleteAllBut(Collection<Long> segmentStarts) throws IOException {
        if (offsets.isEmpty()) {
            return;
        }
        for (Long older : List.copyOf(offsets.headSet(offsets.last()))) {
            if (!segmentStarts.contains(older)) {
                delete(older);
            }
        }
    }

    private void delete(Long offset) throws IOException {
        disk.delete(path(offset));
        offsets.remove(offset);
    }
}
