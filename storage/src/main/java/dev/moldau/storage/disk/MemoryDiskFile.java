package dev.moldau.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** An open file of a {@link MemoryDisk}. */
final class MemoryDiskFile implements DiskFile {

    private final MemoryDisk disk;
    private final Path path;
    private final MemoryFile file;
    private final int generation;
    private volatile boolean closed;

    MemoryDiskFile(MemoryDisk disk, Path path, MemoryFile file) {
        this.disk = disk;
        this.path = path;
        this.file = file;
        this.generation = disk.generation(file);
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        requireOpen();
        return disk.read(file, path, into, position);
    }

    @Override
    public void write(ByteBuffer[] sources, int count, long position) throws IOException {
        requireOpen();
        disk.write(file, path, sources, count, position);
    }

    @Override
    public long sizeBytes() throws IOException {
        requireOpen();
        return disk.size(file);
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
        requireOpen();
        disk.truncate(file, path, sizeBytes);
    }

    @Override
    public void force() throws IOException {
        requireOpen();
        disk.force(file, path);
    }

    @Override
    public boolean isOpen() {
        return !closed && disk.generation(file) == generation;
    }

    @Override
    public @Nullable FileChannel channel() {
        return null;
    }

    @Override
    public void close() {
        closed = true;
    }
}
