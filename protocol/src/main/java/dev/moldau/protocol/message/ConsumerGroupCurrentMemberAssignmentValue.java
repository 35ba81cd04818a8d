package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Tagged;
import java.util.List;

/**
 * What a member of a consumer group owns and is about to give up.
 *
 * @param memberEpoch the epoch that it was told
 * @param previousMemberEpoch the one before, which it says again if the answer was lost
 * @param state 0 settled, 1 is to give partitions up, 2 waits for others to give partitions up
 */
@Data(versions = "0", flexible = "0+")
public record ConsumerGroupCurrentMemberAssignmentValue(
        int memberEpoch,
        int previousMemberEpoch,
        byte state,
        List<TopicPartitions> assignedPartitions,
        List<TopicPartitions> partitionsPendingRevocation)
        implements ApiMessage {

    /**
     * Partitions of one topic.
     *
     * @param assignmentEpochs the member's epoch when it got each partition, null for unknown
     */
    public record TopicPartitions(
            Uuid topicId,
            List<Integer> partitions,
            @Tagged(tag = 0, versions = "0+") @Nullable("0+") List<Integer> assignmentEpochs) {}
}
