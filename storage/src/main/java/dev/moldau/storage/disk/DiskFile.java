package dev.moldau.storage.disk;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An open file. Reading is positional and safe for any number of threads at once; writing,
 * truncating and closing belong to one owner.
 */
public interface DiskFile extends Closeable {

    /** The name under which it was opened; it may have been renamed since. */
    Path path();

    /**
     * Reads from a position, up to the buffer's remaining bytes.
     *
     * @return how many bytes were read, which may be fewer than there is room for; -1 at or beyond
     *     the end
     */
    int read(ByteBuffer into, long position) throws IOException;

    /**
     * Reads until the buffer is full.
     *
     * @throws EOFException if the file ends before
     */
    default void readFully(ByteBuffer into, long position) throws IOException {
        long at = position;
        while (into.hasRemaining()) {
            int count = read(into, at);
            if (count < 0) {
                throw new EOFException(
                        path() + " ends at " + at + ", " + into.remaining() + " bytes too early");
            }
            at += count;
        }
    }

    /**
     * Writes all buffers, in order, from a position on, in as few system calls as possible. The
     * buffers' positions move to their limits.
     *
     * @param count how many of {@code sources} are to be written, from the first
     * @param position where the first byte goes: in logs, the end of the file
     * @throws IOException if not all could be written; some may have been, and the owner truncates
     */
    void write(ByteBuffer[] sources, int count, long position) throws IOException;

    /** How long the file is, in bytes. */
    long sizeBytes() throws IOException;

    /** Cuts the file; does nothing if it is not longer. */
    void truncate(long sizeBytes) throws IOException;

    /** Waits until content and length are on the disk. */
    void force() throws IOException;

    /**
     * Whether the file can still be used; false once it was closed, also by the interruption of a
     * thread that was reading it.
     */
    boolean isOpen();

    /**
     * The channel for handing file regions to a socket (sendfile), or null if the content is not in
     * a file of the machine. Only to be read from, at explicit positions.
     */
    @Nullable FileChannel channel();
}
