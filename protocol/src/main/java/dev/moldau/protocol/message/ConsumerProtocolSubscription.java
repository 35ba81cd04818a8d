package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Versions;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a consumer tells the assignor of its classic group: its topics and what it owns.
 *
 * @param userData what a custom assignor wants to know
 * @param generationId the generation in which it owned the partitions, -1 for unknown
 */
@Data(versions = "0-3")
public record ConsumerProtocolSubscription(
        List<String> topics,
        @Nullable("0+") @Default("null") ByteBuffer userData,
        @Versions("1+") List<TopicPartitions> ownedPartitions,
        @Versions("2+") @Default("-1") int generationId,
        @Versions("3+") @Nullable("3+") @Default("null") String rackId)
        implements ApiMessage {

    /** Partitions of one topic. */
    public record TopicPartitions(String topic, List<Integer> partitions) {}
}
