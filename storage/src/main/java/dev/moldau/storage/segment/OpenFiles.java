package dev.moldau.storage.segment;

import dev.moldau.storage.disk.Disk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds how many files of a data folder are open while nobody uses them, so that tens of thousands
 * of segments need few handles. The file that was not used for longest goes first, roughly: each
 * gets a second chance if it was used since it was looked at.
 *
 * <p>Safe for use by any thread. Its lock is held only while a file is being entered, never while
 * the disk works. Files in use do not count as evictable: the bound may be exceeded by them.
 */
public final class OpenFiles {

    /** How many files one opening looks at, so that it stays cheap when all are in use. */
    private static final int LOOKS_PER_OPENING = 32;

    private final Disk disk;
    private final int limit;
    private final Object lock = new Object();
    private final ArrayDeque<FileLease> open = new ArrayDeque<>();

    /**
     * Over a disk, with at most so many idle files open.
     *
     * @param limit at least 1
     */
    public OpenFiles(Disk disk, int limit) {
        this.disk = disk;
        this.limit = limit;
    }

    Disk disk() {
        return disk;
    }

    /** How many files are open and known here. */
    public int count() {
        synchronized (lock) {
            open.removeIf(lease -> !lease.owner().isCurrent(lease));
            return open.size();
        }
    }

    /** Enters a file that was just opened, and closes idle ones beyond the bound. */
    void entered(FileLease opened) {
        List<FileLease> idle = new ArrayList<>(1);
        synchronized (lock) {
            open.addLast(opened);
            for (int looks = 0; open.size() > limit && looks < LOOKS_PER_OPENING; looks++) {
                FileLease candidate = open.removeFirst();
                if (!candidate.owner().isCurrent(candidate)) {
                    continue; // closed meanwhile
                }
                if (candidate == opened || candidate.forgetUse() || candidate.isInUse()) {
                    open.addLast(candidate);
                } else {
                    idle.add(candidate);
                }
            }
        }
        for (FileLease candidate : idle) {
            if (!candidate.owner().evict(candidate)) {
                synchronized (lock) {
                    open.addLast(candidate); // somebody began to use it
                }
            }
        }
    }
}
