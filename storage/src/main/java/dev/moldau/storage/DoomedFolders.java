package dev.moldau.storage;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.storage.disk.Disk;
import dev.moldau.storage.disk.DiskEntry;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folders of deleted partitions: they get another name at once, so that the partition's own is
 * free, and are removed after a while, in the background. Safe for use by any thread.
 */
final class DoomedFolders {

    private static final Logger LOG = LoggerFactory.getLogger(DoomedFolders.class);

    private final Path parent;
    private final LogEnvironment environment;
    private final ConcurrentLinkedQueue<Doomed> doomed = new ConcurrentLinkedQueue<>();

    private record Doomed(Path folder, long dueMs) {}

    DoomedFolders(Path parent, LogEnvironment environment) {
        this.parent = parent;
        this.environment = environment;
    }

    /** A former process has left a folder that was to be removed. */
    void found(String name) {
        doomed.add(new Doomed(parent.resolve(name), 0));
    }

    /**
     * Gives a partition's folder another name, and has it removed later.
     *
     * @param delayMs how much later, in milliseconds
     * @throws DiskFailureException if the folder could not be renamed
     */
    void doom(TopicPartition partition, long delayMs) {
        Disk disk = environment.disk();
        Path folder = parent.resolve(partition.toString());
        String name = PartitionFolders.deleted(partition, Uuid.random(environment.random()));
        Path renamed = parent.resolve(name);
        try {
            disk.rename(folder, renamed);
        } catch (NoSuchFileException e) {
            LOG.warn("{}: its folder is gone already", partition);
            return;
        } catch (IOException e) {
            throw StorageException.of("rename", folder, e);
        }
        doomed.add(new Doomed(renamed, environment.clock().wallMs() + delayMs));
        if (delayMs == 0) {
            removeDue();
        }
    }

    /** Has those removed that have waited long enough. */
    void removeDue() {
        long nowMs = environment.clock().wallMs();
        for (Doomed next : List.copyOf(doomed)) {
            if (next.dueMs <= nowMs && doomed.remove(next)) {
                environment.background().execute(() -> remove(next.folder));
            }
        }
    }

    private void remove(Path folder) {
        Disk disk = environment.disk();
        try {
            for (DiskEntry entry : disk.list(folder)) {
                disk.delete(folder.resolve(entry.name()));
            }
            disk.delete(folder);
        } catch (NoSuchFileException e) {
            return; // somebody was quicker
        } catch (IOException e) {
            LOG.warn("cannot delete {}: {}", folder, e.getMessage());
        }
    }
}
