package dev.moldau.storage.disk;

import dev.moldau.common.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A disk in memory that misbehaves on demand: for tests and the simulation, and for brokers whose
 * data need not outlive them.
 *
 * <p>What a power failure leaves ({@link #loseUnsynced}): names as they are, as a journaling file
 * system keeps them, and of each file what was forced; of what was written since, a part of chance
 * length: whole writes or not, the end of it perhaps zeros. A full disk writes what fits and fails,
 * as a real one does.
 *
 * <p>Safe for use by any thread; one lock for everything.
 */
public final class MemoryDisk implements Disk {

    private final Clock clock;
    private final TreeMap<Path, MemoryFile> files = new TreeMap<>();
    private final Set<Path> folders = new HashSet<>();
    private final Set<Path> locks = new HashSet<>();
    private long capacityBytes = Long.MAX_VALUE;
    private DiskFault fault = DiskFault.NONE;
    private long forces;

    /** An empty disk; the clock gives files their times. */
    public MemoryDisk(Clock clock) {
        this.clock = clock;
    }

    // What a test does to the disk.

    /** Lets the disk hold so many bytes in all, and not one more. */
    public synchronized void capacityBytes(long capacity) {
        capacityBytes = capacity;
    }

    /** Asks {@code asked} before each operation from now on. */
    public synchronized void fault(DiskFault asked) {
        fault = asked;
    }

    /** How often a file was forced. */
    public synchronized long forces() {
        return forces;
    }

    /** How many bytes all files have. */
    public synchronized long usedBytes() {
        return files.values().stream().mapToLong(file -> file.size).sum();
    }

    /** Inverts one bit of a file. */
    public synchronized void flipBit(Path path, long position, int bit) throws IOException {
        MemoryFile file = file(path);
        file.content[(int) position] ^= (byte) (1 << bit);
    }

    /** The names of all files, in order. */
    public synchronized List<Path> paths() {
        return List.copyOf(files.keySet());
    }

    /** Ends the process: what was written stays, open files and locks are gone. */
    public synchronized void endProcess() {
        locks.clear();
        files.values().forEach(file -> file.generation++);
    }

    /** Cuts the power: ends the process, and loses a part of what was not forced. */
    public synchronized void loseUnsynced(RandomGenerator random) {
        endProcess();
        files.values().forEach(file -> file.loseUnsynced(random));
    }

    // The port.

    @Override
    public synchronized DiskFile open(Path path, OpenMode mode) throws IOException {
        fault.before(DiskFault.Operation.OPEN, path);
        MemoryFile file = files.get(path);
        if (file == null) {
            if (mode != OpenMode.CREATE || !folders.contains(path.getParent())) {
                throw new NoSuchFileException(path.toString());
            }
            file = new MemoryFile(clock.wallMs());
            files.put(path, file);
        }
        return new MemoryDiskFile(this, path, file);
    }

    private MemoryFile file(Path path) throws NoSuchFileException {
        MemoryFile file = files.get(path);
        if (file == null) {
            throw new NoSuchFileException(path.toString());
        }
        return file;
    }

    @Override
    public synchronized List<DiskEntry> list(Path folder) throws IOException {
        fault.before(DiskFault.Operation.LIST, folder);
        if (!folders.contains(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        List<DiskEntry> entries = new ArrayList<>();
        files.forEach(
                (path, file) -> {
                    if (folder.equals(path.getParent())) {
                        entries.add(new DiskEntry(name(path), false, file.size, file.modifiedMs));
                    }
                });
        for (Path path : folders) {
            if (folder.equals(path.getParent())) {
                entries.add(new DiskEntry(name(path), true, 0, 0));
            }
        }
        return entries;
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    @Override
    public synchronized boolean exists(Path path) {
        return files.containsKey(path) || folders.contains(path);
    }

    @Override
    public synchronized void createFolders(Path folder) throws IOException {
        fault.before(DiskFault.Operation.CREATE_FOLDER, folder);
        for (Path each = folder; each != null; each = each.getParent()) {
            if (files.containsKey(each)) {
                throw new FileAlreadyExistsException(each.toString());
            }
            folders.add(each);
        }
    }

    @Override
    public synchronized void rename(Path from, Path to) throws IOException {
        fault.before(DiskFault.Operation.RENAME, from);
        if (folders.contains(from)) {
            renameFolder(from, to);
            return;
        }
        MemoryFile file = file(from);
        files.remove(from);
        files.put(to, file);
    }

    private void renameFolder(Path from, Path to) {
        Map<Path, MemoryFile> moved = new TreeMap<>();
        files.entrySet()
                .removeIf(
                        entry -> {
                            boolean inside = entry.getKey().startsWith(from);
                            if (inside) {
                                Path below = from.relativize(entry.getKey());
                                moved.put(to.resolve(below), entry.getValue());
                            }
                            return inside;
                        });
        files.putAll(moved);
        folders.remove(from);
        folders.add(to);
    }

    @Override
    public synchronized void delete(Path path) throws IOException {
        fault.before(DiskFault.Operation.DELETE, path);
        files.remove(path);
        folders.remove(path);
    }

    @Override
    public synchronized void syncFolder(Path folder) throws IOException {
        fault.before(DiskFault.Operation.FORCE, folder);
    }

    @Override
    public synchronized AutoCloseable lock(Path path) throws IOException {
        if (!locks.add(path)) {
            throw new LockHeldException(path);
        }
        return () -> unlock(path);
    }

    private synchronized void unlock(Path path) {
        locks.remove(path);
    }

    @Override
    public synchronized long usableBytes(Path folder) {
        return capacityBytes - usedBytes();
    }

    @Override
    public synchronized long totalBytes(Path folder) {
        return capacityBytes;
    }

    // What open files ask for.

    synchronized int read(MemoryFile file, Path path, ByteBuffer into, long position)
            throws IOException {
        fault.before(DiskFault.Operation.READ, path);
        if (position >= file.size) {
            return -1;
        }
        int count = (int) Math.min(into.remaining(), file.size - position);
        into.put(file.content, (int) position, count);
        return count;
    }

    synchronized void write(
            MemoryFile file, Path path, ByteBuffer[] sources, int count, long position)
            throws IOException {
        fault.before(DiskFault.Operation.WRITE, path);
        int at = (int) position;
        for (int i = 0; i < count; i++) {
            long room = capacityBytes - usedBytes() + Math.max(0, file.size - at);
            int wanted = sources[i].remaining();
            int fits = (int) Math.min(wanted, Math.max(0, room));
            file.write(sources[i], fits, at, clock.wallMs());
            at += fits;
            if (fits < wanted) {
                throw new IOException("No space left on device");
            }
        }
    }

    synchronized void truncate(MemoryFile file, Path path, long sizeBytes) throws IOException {
        fault.before(DiskFault.Operation.TRUNCATE, path);
        file.truncate((int) sizeBytes);
    }

    synchronized void force(MemoryFile file, Path path) throws IOException {
        fault.before(DiskFault.Operation.FORCE, path);
        forces++;
        file.forced();
    }

    synchronized long size(MemoryFile file) {
        return file.size;
    }

    synchronized int generation(MemoryFile file) {
        return file.generation;
    }
}
