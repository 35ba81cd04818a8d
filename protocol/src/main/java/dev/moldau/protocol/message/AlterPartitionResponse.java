package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * What the controller made of a leader's proposals.
 *
 * @param errorCode an error that concerns the whole request
 */
@Response(api = ApiKey.ALTER_PARTITION, versions = "0-3", flexible = "0+")
public record AlterPartitionResponse(int throttleTimeMs, short errorCode, List<Topic> topics)
        implements ApiMessage {

    /** The partitions of one topic. */
    public record Topic(
            @Versions("0-1") String topicName,
            @Versions("2+") Uuid topicId,
            List<Partition> partitions) {}

    /**
     * A partition as it is now.
     *
     * @param leaderId -1 if it has none
     * @param leaderRecoveryState 0 once the leader's log is whole, 1 after an unclean election
     */
    public record Partition(
            int partitionIndex,
            short errorCode,
            int leaderId,
            int leaderEpoch,
            List<Integer> isr,
            @Versions("1+") byte leaderRecoveryState,
            int partitionEpoch) {}
}
