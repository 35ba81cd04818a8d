package dev.moldau.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A file of the machine. Gathered writes exist only at the channel's own position; the owner's
 * field {@code at} remembers where that is, so that one write after the other costs no seek.
 */
final class NioDiskFile implements DiskFile {

    private static final long UNKNOWN = -1;

    private final Path path;
    private final FileChannel channel;
    private long at;

    NioDiskFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
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
    public void write(ByteBuffer[] sources, int count, long position) throws IOException {
        if (at != position) {
            channel.position(position);
        }
        at = UNKNOWN; // until all is written
        long written = position;
        int first = 0;
        while (true) {
            while (first < count && !sources[first].hasRemaining()) {
                first++;
            }
            if (first == count) {
                break;
            }
            written +=
                    first == count - 1
                            ? channel.write(sources[first])
                            : channel.write(sources, first, count - first);
        }
        at = written;
    }

    @Override
    public long sizeBytes() throws IOException {
        return channel.size();
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
        at = UNKNOWN;
        channel.truncate(sizeBytes);
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
