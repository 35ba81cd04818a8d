package dev.moldau.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A file of the machine. The channel's own position always stands at the end of the file, so that
 * an append is one system call without asking for the size.
 */
final class NioDiskFile implements DiskFile {

    private final Path path;
    private final FileChannel channel;

    NioDiskFile(Path path, FileChannel channel, boolean writable) throws IOException {
        this.path = path;
        this.channel = channel;
        if (writable) {
            long size = channel.size();
            if (size > 0) {
                channel.position(size);
            }
        }
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return channel.read(into, position);
    }

    @Override
    public void append(ByteBuffer[] sources, int count) throws IOException {
        int first = 0;
        while (true) {
            while (first < count && !sources[first].hasRemaining()) {
                first++;
            }
            if (first == count) {
                return;
            }
            if (first == count - 1) {
                channel.write(sources[first]);
            } else {
                channel.write(sources, first, count - first);
            }
        }
    }

    @Override
    public long sizeBytes() throws IOException {
        return channel.size();
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
        channel.truncate(sizeBytes);
        channel.position(channel.size());
    }

    @Override
    public void force() throws IOException {
        channel.force(true);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public FileChannel channel() {
        return channel;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
