package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What the assignor of a classic group gives a consumer.
 *
 * @param userData what a custom assignor wants to say
 */
@Data(versions = "0-3")
public record ConsumerProtocolAssignment(
        List<TopicPartitions> assignedPartitions,
        @Nullable("0+") @Default("null") ByteBuffer userData)
        implements ApiMessage {

    /** Partitions of one topic. */
    public record TopicPartitions(String topic, List<Integer> partitions) {}
}
