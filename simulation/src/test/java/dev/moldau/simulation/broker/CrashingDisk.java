package dev.moldau.simulation.broker;

import dev.moldau.storage.disk.Disk;
import dev.moldau.storage.disk.DiskEntry;
import dev.moldau.storage.disk.DiskFile;
import dev.moldau.storage.disk.OpenMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A machine's disk as its broker uses it: at any operation that changes it, the machine may crash.
 */
final class CrashingDisk implements Disk {

    private final Disk disk;
    private final CrashPoint crash;
    private final RandomGenerator random;

    CrashingDisk(Disk disk, CrashPoint crash, RandomGenerator random) {
        this.disk = disk;
        this.crash = crash;
        this.random = random;
    }

    private void mayCrash() {
        if (crash.isReached()) {
            crash.reached();
        }
    }

    @Override
    public DiskFile open(Path path, OpenMode mode) throws IOException {
        if (mode == OpenMode.CREATE) {
            mayCrash();
        }
        return new CrashingFile(disk.open(path, mode), crash, random);
    }

    @Override
    public List<DiskEntry> list(Path folder) throws IOException {
        return disk.list(folder);
    }

    @Override
    public boolean exists(Path path) throws IOException {
        return disk.exists(path);
    }

    @Override
    public void createFolders(Path folder) throws IOException {
        mayCrash();
        disk.createFolders(folder);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        mayCrash();
        disk.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        mayCrash();
        disk.delete(path);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        mayCrash();
        disk.syncFolder(folder);
    }

    @Override
    public AutoCloseable lock(Path path) throws IOException {
        return disk.lock(path);
    }

    @Override
    public long usableBytes(Path folder) throws IOException {
        return disk.usableBytes(folder);
    }

    @Override
    public long totalBytes(Path folder) throws IOException {
        return disk.totalBytes(folder);
    }
}
