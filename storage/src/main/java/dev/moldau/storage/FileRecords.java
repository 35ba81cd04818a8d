package dev.moldau.storage;

import dev.moldau.protocol.record.Records;
import dev.moldau.storage.segment.FileLease;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run of batches in a segment's file, on its way to a reader. It begins with a whole batch and
 * may end within one.
 *
 * <p>It counts the segment as in use until it is closed: the file is neither closed nor deleted
 * before. Whoever got it closes it exactly once, on any thread. Immutable otherwise, and safe for
 * use by any thread.
 */
public final class FileRecords implements Records, AutoCloseable {

    private final FileLease lease;
    private final int position;
    private final int sizeBytes;

    FileRecords(FileLease lease, int position, int sizeBytes) {
        this.lease = lease;
        this.position = position;
        this.sizeBytes = sizeBytes;
    }

    @Override
    public int sizeBytes() {
        return sizeBytes;
    }

    /** Where in the file the run begins, in bytes from its start. */
    public long position() {
        return position;
    }

    /** The file, for error messages. */
    public Path path() {
        return lease.file().path();
    }

    /**
     * The channel for sending {@link #sizeBytes} from {@link #position} without copying, or null if
     * the bytes are not in a file of the machine and have to be read. Not to be closed, moved or
     * written to.
     */
    public @Nullable FileChannel channel() {
        return lease.file().channel();
    }

    /**
     * Copies bytes of the run, for connections that encrypt and for converting to old formats.
     *
     * @param from where in the run to begin, in bytes from its start
     * @param into filled from its position, up to its limit or the end of the run
     * @throws DiskFailureException if the file cannot be read
     */
    public void read(int from, ByteBuffer into) {
        Objects.checkIndex(from, sizeBytes + 1);
        int limit = into.limit();
        int count = Math.min(into.remaining(), sizeBytes - from);
        into.limit(into.position() + count);
        try {
            lease.file().readFully(into, (long) position + from);
        } catch (IOException e) {
            throw new DiskFailureException("read", path(), (long) position + from, e);
        } finally {
            into.limit(limit);
        }
    }

    /**
     * The whole run, copied to a heap buffer that is ready to be read.
     *
     * @throws DiskFailureException if the file cannot be read
     */
    public ByteBuffer toMemory() {
        ByteBuffer copy = ByteBuffer.allocate(sizeBytes);
        read(0, copy);
        return copy.flip();
    }

    /** Says that the bytes have left or are not wanted any more. */
    @Override
    public void close() {
        lease.close();
    }

    @Override
    public String toString() {
        return sizeBytes + " bytes of " + path() + " from " + position;
    }
}
