package dev.moldau.client.consumer;

import dev.moldau.client.consumer.fetch.Chunk;
import dev.moldau.client.consumer.fetch.ChunkReader;
import dev.moldau.client.consumer.fetch.Item;
import dev.moldau.client.consumer.fetch.Place;
import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that the application reads, and how records come out of what was fetched from
 * them: chunk by chunk, partition by partition in turn. Owned by the application's thread.
 */
final class Cursors<K, V> implements AutoCloseable {

    /** What the loop has to hear of. */
    interface Told {
        /**
         * So many bytes of what was fetched from a partition take no room any more.
         *
         * @param version of the place that they were fetched for
         */
        void consumed(TopicPartition partition, int version, int bytes);

        /** A trouble was thrown: what it was about is to be tried again. */
        void retry(TopicPartition partition, int version);
    }

    private final Map<TopicPartition, Cursor> all = new LinkedHashMap<>();
    private final ArrayDeque<Cursor> line = new ArrayDeque<>();
    private final List<Cursor> moved = new ArrayList<>();
    private final ChunkReader reader;
    private final RecordMaker<K, V> maker;
    private final Told told;

    /**
     * The last version that was given to a place, whichever partition's: one that is given back and
     * taken again must not know what was fetched before.
     */
    private int lastVersion;

    /** The chunk that the reader is in the middle of. */
    private @Nullable Chunk reading;

    Cursors(ChunkReader reader, RecordMaker<K, V> maker, Told told) {
        this.reader = reader;
        this.maker = maker;
        this.told = told;
    }

    /** The partitions, unmodifiable and live. */
    Set<TopicPartition> partitions() {
        return Collections.unmodifiableSet(all.keySet());
    }

    @Nullable Cursor find(TopicPartition partition) {
        return all.get(partition);
    }

    Collection<Cursor> all() {
        return all.values();
    }

    Cursor add(TopicPartition partition) {
        Cursor cursor = new Cursor(partition, ++lastVersion);
        all.put(partition, cursor);
        return cursor;
    }

    void remove(Collection<TopicPartition> gone) {
        for (TopicPartition partition : gone) {
            Cursor cursor = all.remove(partition);
            if (cursor != null) {
                drop(cursor);
                line.remove(cursor);
                moved.remove(cursor);
            }
        }
    }

    /** Goes on elsewhere, or where it turns out later. */
    void seek(Cursor cursor, @Nullable Place place) {
        int bytes = drop(cursor);
        if (bytes > 0) {
            told.consumed(cursor.partition, cursor.version, bytes);
        }
        cursor.version = ++lastVersion;
        cursor.place = place;
        cursor.readableEnd = -1;
        markMoved(cursor);
    }

    /** Returns no more records of a partition, or has it take its turn again. */
    void pause(Cursor cursor, boolean paused) {
        cursor.paused = paused;
        line(cursor);
    }

    private int drop(Cursor cursor) {
        if (reading != null && cursor.items.peekFirst() == reading) {
            reading = null;
        }
        return cursor.drop();
    }

    private void line(Cursor cursor) {
        if (!cursor.lined && !cursor.paused && !cursor.items.isEmpty()) {
            cursor.lined = true;
            line.addLast(cursor);
        }
    }

    private void markMoved(Cursor cursor) {
        if (!cursor.moved) {
            cursor.moved = true;
            moved.add(cursor);
        }
    }

    /** Tells which partitions have moved since this was last asked. */
    void drainMoved(Consumer<Cursor> each) {
        for (int i = 0; i < moved.size(); i++) {
            moved.get(i).moved = false;
            each.accept(moved.get(i));
        }
        moved.clear();
    }

    /** Sorts in what the loop has handed over; what is stale is dropped. */
    void take(Handover handover) {
        Handover.Delivered one;
        while ((one = handover.take()) != null) {
            Cursor cursor = all.get(one.partition());
            if (cursor == null || cursor.version != one.version()) {
                if (one.item() instanceof Chunk chunk) {
                    chunk.release();
                    told.consumed(one.partition(), one.version(), chunk.sizeBytes());
                }
            } else if (one.item() instanceof Item.Placed placed && cursor.items.isEmpty()) {
                place(cursor, placed.at());
            } else {
                cursor.items.addLast(one.item());
                line(cursor);
            }
        }
    }

    private void place(Cursor cursor, Place at) {
        cursor.place = at;
        markMoved(cursor);
    }

    /**
     * So many of the records that are there, at most.
     *
     * @throws ClientException a trouble of a partition, if no record comes before it
     */
    ConsumerRecords<K, V> poll(int most) {
        if (line.isEmpty()) {
            return ConsumerRecords.empty();
        }
        Map<TopicPartition, List<ConsumerRecord<K, V>>> records = new LinkedHashMap<>();
        int count = 0;
        Cursor cursor;
        while (count < most && (cursor = line.peekFirst()) != null) {
            Item item = cursor.paused ? null : cursor.items.peekFirst();
            if (item == null) {
                line.removeFirst();
                cursor.lined = false;
            } else if (item instanceof Item.Placed placed) {
                cursor.items.removeFirst();
                place(cursor, placed.at());
            } else if (item instanceof Item.Trouble) {
                if (count > 0) {
                    break; // first what came before it
                }
                throwTrouble(cursor);
            } else if (item instanceof Chunk chunk) {
                List<ConsumerRecord<K, V>> list =
                        records.computeIfAbsent(cursor.partition, partition -> new ArrayList<>());
                int before = list.size();
                boolean readable = readOrStop(cursor, chunk, most - count, list, count > 0);
                count += list.size() - before;
                if (!readable) {
                    break;
                }
            }
        }
        return count == 0 ? ConsumerRecords.empty() : result(records);
    }

    /**
     * Throws the trouble of a partition that has nothing else.
     *
     * @throws ClientException the trouble
     */
    void throwTrouble(Cursor cursor) {
        if (cursor.items.peekFirst() instanceof Item.Trouble trouble) {
            cursor.items.removeFirst();
            told.retry(cursor.partition, cursor.version);
            throw trouble.cause().again();
        }
    }

    /** False if the next record cannot be read but others can be returned before. */
    private boolean readOrStop(
            Cursor cursor,
            Chunk chunk,
            int most,
            List<ConsumerRecord<K, V>> list,
            boolean anyBefore) {
        int before = list.size();
        try {
            read(cursor, chunk, most, list);
            return true;
        } catch (ClientException e) {
            reading = null; // the next look begins at the same record again
            if (anyBefore || list.size() > before) {
                return false;
            }
            throw e;
        }
    }

    private void read(Cursor cursor, Chunk chunk, int most, List<ConsumerRecord<K, V>> list) {
        Place place = cursor.place;
        if (place == null) {
            throw new IllegalStateException(cursor.partition + " has records but no place");
        }
        if (reading != chunk) {
            reading = chunk;
            reader.over(cursor.partition, chunk, place.offset());
            cursor.readableEnd = chunk.marks().end();
        }
        int left = most;
        boolean more = true;
        try {
            while (left > 0 && (more = reader.next())) {
                list.add(maker.make(cursor.partition, reader));
                left--;
            }
        } finally {
            if (left < most) {
                ConsumerRecord<K, V> last = list.get(list.size() - 1);
                place(cursor, new Place(last.offset() + 1, last.leaderEpoch()));
            }
        }
        if (!more) {
            finish(cursor, chunk);
        }
    }

    private void finish(Cursor cursor, Chunk chunk) {
        reading = null;
        place(cursor, chunk.end());
        cursor.items.removeFirst();
        chunk.release();
        told.consumed(cursor.partition, cursor.version, chunk.sizeBytes());
        // Others first.
        line.removeFirst();
        cursor.lined = false;
        line(cursor);
    }

    private ConsumerRecords<K, V> result(Map<TopicPartition, List<ConsumerRecord<K, V>>> records) {
        records.values().removeIf(List::isEmpty);
        Map<TopicPartition, OffsetAndMetadata> nextOffsets = new LinkedHashMap<>();
        for (TopicPartition partition : records.keySet()) {
            Cursor cursor = all.get(partition);
            Place place = cursor == null ? null : cursor.place;
            if (place != null) {
                nextOffsets.put(
                        partition, new OffsetAndMetadata(place.offset(), place.epoch(), ""));
            }
        }
        return ConsumerRecords.of(records, nextOffsets);
    }

    @Override
    public void close() {
        remove(List.copyOf(all.keySet()));
        reader.close();
    }
}
