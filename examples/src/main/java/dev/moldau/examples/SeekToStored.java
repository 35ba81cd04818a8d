package dev.moldau.examples;

import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.consumer.RebalanceListener;
import dev.moldau.common.TopicPartition;
import java.sql.SQLException;
import java.util.Collection;

/** Part of {@link OwnOffsets}: partitions that come begin where the database says. */
final class SeekToStored implements RebalanceListener {

    private final Consumer<Long, String> consumer;
    private final OffsetsTable offsets;

    SeekToStored(Consumer<Long, String> consumer, OffsetsTable offsets) {
        this.consumer = consumer;
        this.offsets = offsets;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        try {
            // Partitions that the database does not know yet begin at their beginning.
            for (var beginning : consumer.beginningOffsets(partitions).entrySet()) {
                TopicPartition partition = beginning.getKey();
                consumer.seek(partition, offsets.take(partition, beginning.getValue()));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database does not say where to begin", e);
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        // What was read is stored, and what was not is for others to read.
        partitions.forEach(offsets::leave);
    }
}
