package dev.moldau.benchmarks.listeners;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What handlers began and ended, in that order, in a file that outlives a killed process. For any
 * thread.
 */
final class HandledLog implements AutoCloseable {

    /** A handler began with a message. */
    static final byte BEGUN = 'B';

    /** A handler ended with it. */
    static final byte ENDED = 'E';

    /** Kind, key, number of the message of its key, time in ms. */
    static final int ENTRY_BYTES = 1 + Integer.BYTES + Integer.BYTES + Long.BYTES;

    private final FileChannel file;
    private final ByteBuffer entry = ByteBuffer.allocateDirect(ENTRY_BYTES);

    HandledLog(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Adds an entry; it is with the system when this returns. */
    synchronized void add(byte kind, int key, int number) throws IOException {
        entry.clear();
        entry.put(kind).putInt(key).putInt(number).putLong(System.nanoTime() / 1_000_000).flip();
        while (entry.hasRemaining()) {
            file.write(entry);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
