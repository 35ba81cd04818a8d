package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import java.util.List;

/** What a member of a consumer group shall own when the group has settled. */
@Data(versions = "0", flexible = "0+")
public record ConsumerGroupTargetAssignmentMemberValue(List<TopicPartition> topicPartitions)
        implements ApiMessage {

    /** Partitions of one topic. */
    public record TopicPartition(Uuid topicId, List<Integer> partitions) {}
}
