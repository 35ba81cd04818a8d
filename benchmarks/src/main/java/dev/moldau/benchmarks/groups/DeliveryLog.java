package dev.moldau.benchmarks.groups;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Which member was given which record, and when, in a file that outlives a killed process. For any
 * thread.
 */
final class DeliveryLog implements AutoCloseable {

    private static final int ENTRY_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

    private final FileChannel file;

    DeliveryLog(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * A record in the hands of a member; times in epoch ms.
     *
     * @param sentMs when the producer took it
     * @param receivedMs when a poll returned it
     */
    record Delivery(int partition, int member, long sentMs, long receivedMs) {}

    /** Adds what one poll returned; it is with the system when this returns. */
    synchronized void add(List<Delivery> deliveries) throws IOException {
        ByteBuffer entries = ByteBuffer.allocate(deliveries.size() * ENTRY_BYTES);
        for (Delivery delivery : deliveries) {
            entries.putInt(delivery.partition())
                    .putInt(delivery.member())
                    .putLong(delivery.sentMs())
                    .putLong(delivery.receivedMs());
        }
        entries.flip();
        while (entries.hasRemaining()) {
            file.write(entries);
        }
    }

    /** All that a log has so far. */
    static List<Delivery> read(Path path) throws IOException {
        ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(path));
        List<Delivery> deliveries = new ArrayList<>(entries.remaining() / ENTRY_BYTES);
        // A killed process may have left half of an entry.
        while (entries.remaining() >= ENTRY_BYTES) {
            deliveries.add(
                    new Delivery(
                            entries.getInt(),
                            entries.getInt(),
                            entries.getLong(),
                            entries.getLong()));
        }
        return deliveries;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
