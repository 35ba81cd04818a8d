package dev.moldau.client.consumer;

import dev.moldau.client.consumer.fetch.Chunk;
import dev.moldau.client.consumer.fetch.Item;
import dev.moldau.client.consumer.fetch.Place;
import dev.moldau.common.TopicPartition;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A partition as the application's thread sees it, which owns it. */
final class Cursor {

    final TopicPartition partition;

    /** What was handed over and not returned by poll yet, in order. */
    final ArrayDeque<Item> items = new ArrayDeque<>();

    /** The next record to return; null while it is not known where to begin. */
    @Nullable Place place;

    /** Another one after each seek, so that what was fetched for another place is recognised. */
    int version;

    boolean paused;

    /** Whether it stands in the line of those that have something. */
    boolean lined;

    /** Whether its place has changed since the last poll began. */
    boolean moved;

    /** The offset up to which there are records, as far as is known; -1 if nothing is. */
    long readableEnd = -1;

    Cursor(TopicPartition partition, int version) {
        this.partition = partition;
        this.version = version;
    }

    /** Drops what was handed over; returns how many bytes of records that were. */
    int drop() {
        int bytes = 0;
        for (Item item : items) {
            if (item instanceof Chunk chunk) {
                bytes += chunk.sizeBytes();
                chunk.release();
            }
        }
        items.clear();
        return bytes;
    }
}
