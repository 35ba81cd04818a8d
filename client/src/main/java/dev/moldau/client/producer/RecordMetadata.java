package dev.moldau.client.producer;

import dev.moldau.common.TopicPartition;

/**
 * Where a record went.
 *
 * @param partition topic and index
 * @param offset -1 with {@code acks=0}, and where the broker recognized a repetition whose offset
 *     it no longer knows
 * @param timestampMs the broker's time if the topic stamps records so, else the record's own
 */
public record RecordMetadata(TopicPartition partition, long offset, long timestampMs) {

    /** The topic's name. */
    public String topic() {
        return partition.topic();
    }
}
