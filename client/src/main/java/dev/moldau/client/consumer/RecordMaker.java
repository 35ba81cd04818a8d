package dev.moldau.client.consumer;

import dev.moldau.client.Header;
import dev.moldau.client.consumer.fetch.ChunkReader;
import dev.moldau.client.errors.UnreadableRecordException;
import dev.moldau.client.serialization.Deserializer;
import dev.moldau.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes records out of what a chunk's reader is at.
 *
 * @param keys makes keys; called by one thread at a time
 * @param values makes values; likewise
 */
record RecordMaker<K, V>(Deserializer<K> keys, Deserializer<V> values) {

    /**
     * The record that the reader is at.
     *
     * @throws UnreadableRecordException if a deserializer throws an exception
     */
    ConsumerRecord<K, V> make(TopicPartition partition, ChunkReader reader) {
        List<Header> headers = reader.headers();
        return new ConsumerRecord<>(
                partition,
                reader.offset(),
                reader.epoch(),
                reader.isAppendTime(),
                reader.timestampMs(),
                read(keys, "key", partition, reader, headers, reader.key()),
                read(values, "value", partition, reader, headers, reader.value()),
                headers);
    }

    private static <T> @Nullable T read(
            Deserializer<T> deserializer,
            String what,
            TopicPartition partition,
            ChunkReader reader,
            List<Header> headers,
            byte @Nullable [] bytes) {
        try {
            return deserializer.deserialize(partition.topic(), headers, bytes);
        } catch (RuntimeException e) {
            throw new UnreadableRecordException(
                    "the "
                            + what
                            + " of the record of "
                            + partition
                            + " at offset "
                            + reader.offset()
                            + " cannot be read by "
                            + deserializer.getClass().getName()
                            + ": "
                            + e.getMessage()
                            + "; to go on without it, seek to offset "
                            + (reader.offset() + 1),
                    partition,
                    reader.offset(),
                    null,
                    e);
        }
    }
}
