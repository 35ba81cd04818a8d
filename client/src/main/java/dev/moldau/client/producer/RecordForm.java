package dev.moldau.client.producer;

import dev.moldau.client.Header;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.producer.batch.Accumulator;
import dev.moldau.client.producer.batch.Murmur2;
import dev.moldau.client.serialization.Serializer;
import dev.moldau.protocol.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The users' parts of a producer: what turns keys and values into bytes and chooses partitions.
 * What they throw refuses the record concerned. As safe for threads as they are.
 *
 * @param partitioner null for the built-in choice
 * @param ignoreKeys whether the built-in choice treats all records as without a key
 */
record RecordForm<K, V>(
        Serializer<K> keys,
        Serializer<V> values,
        @Nullable Partitioner partitioner,
        boolean ignoreKeys) {

    /** The record's headers, in a list that can be added to if a serializer wants to. */
    List<Header> headers(ProducerRecord<K, V> record) {
        return keys.addsHeaders() || values.addsHeaders()
                ? new ArrayList<>(record.headers())
                : record.headers();
    }

    byte @Nullable [] key(ProducerRecord<K, V> record, List<Header> headers) {
        return serialize("key", keys, record.topic(), headers, record.key());
    }

    byte @Nullable [] value(ProducerRecord<K, V> record, List<Header> headers) {
        return serialize("value", values, record.topic(), headers, record.value());
    }

    private static <T> byte @Nullable [] serialize(
            String what,
            Serializer<T> serializer,
            String topic,
            List<Header> headers,
            @Nullable T data) {
        try {
            return serializer.serialize(topic, headers, data);
        } catch (RuntimeException e) {
            throw new RefusedException(
                    "the "
                            + what
                            + " of a record for "
                            + topic
                            + ", a "
                            + (data == null ? "null" : data.getClass().getName())
                            + ", cannot be serialized by "
                            + serializer.getClass().getName()
                            + ": "
                            + e,
                    e);
        }
    }

    /** The record's partition, or {@link Accumulator#ANY_PARTITION}. */
    int partition(
            ProducerRecord<K, V> record,
            byte @Nullable [] key,
            byte @Nullable [] value,
            ClusterView.Topic topic) {
        Integer named = record.partition();
        if (named != null) {
            return named;
        }
        Partitioner own = partitioner;
        if (own != null) {
            return chosen(own, record, key, value, topic);
        }
        return key == null || ignoreKeys
                ? Accumulator.ANY_PARTITION
                : Murmur2.partition(key, topic.partitions().size());
    }

    private static int chosen(
            Partitioner own,
            ProducerRecord<?, ?> record,
            byte @Nullable [] key,
            byte @Nullable [] value,
            ClusterView.Topic topic) {
        List<ClusterView.Partition> partitions = topic.partitions();
        int chosen;
        try {
            chosen =
                    own.partition(
                            record.topic(), record.key(), key, record.value(), value, partitions);
        } catch (RuntimeException e) {
            throw new RefusedException(
                    "partitioner "
                            + own.getClass().getName()
                            + " threw at a record for "
                            + record.topic()
                            + ": "
                            + e,
                    e);
        }
        if (chosen < 0 || chosen >= partitions.size()) {
            throw new RefusedException(
                    "partitioner "
                            + own.getClass().getName()
                            + " chose partition "
                            + chosen
                            + " of "
                            + record.topic()
                            + ", which has "
                            + partitions.size());
        }
        return chosen;
    }

    static List<RecordHeader> wireHeaders(List<Header> headers) {
        if (headers.isEmpty()) {
            return List.of();
        }
        List<RecordHeader> wire = new ArrayList<>(headers.size());
        for (Header header : headers) {
            byte[] value = header.value();
            wire.add(new RecordHeader(header.key(), value == null ? null : ByteBuffer.wrap(value)));
        }
        return wire;
    }
}
