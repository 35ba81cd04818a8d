package dev.moldau.storage;

import dev.moldau.storage.disk.Disk;
import dev.moldau.storage.disk.DiskEntry;
import dev.moldau.storage.disk.DiskFile;
import dev.moldau.storage.disk.OpenMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Stops the one thread that renames a file of a given name, until it is let go on. */
final class PausingDisk implements Disk {

    private final Disk disk;
    private final String name;
    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    private volatile boolean armed;

    PausingDisk(Disk disk, String name) {
        this.disk = disk;
        this.name = name;
    }

    void arm() {
        armed = true;
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        if (armed && to.endsWith(name)) {
            armed = false;
            reached.countDown();
            try {
                if (!goOn.await(10, TimeUnit.SECONDS)) {
                    throw new IOException("nobody let it go on");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
        disk.rename(from, to);
    }

    @Override
    public DiskFile open(Path path, OpenMode mode) throws IOException {
        return disk.open(path, mode);
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
        disk.createFolders(folder);
    }

    @Override
    public void delete(Path path) throws IOException {
        disk.delete(path);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
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
