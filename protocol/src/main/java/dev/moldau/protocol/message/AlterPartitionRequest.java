package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * A leader asks the controller to change who is in sync.
 *
 * @param brokerId the leader
 * @param brokerEpoch which of its registrations asks, -1 for unknown
 */
@Request(api = ApiKey.ALTER_PARTITION, versions = "0-3", flexible = "0+")
public record AlterPartitionRequest(
        int brokerId, @Default("-1") long brokerEpoch, List<Topic> topics) implements ApiMessage {

    /** The partitions of one topic. */
    public record Topic(
            @Versions("0-1") String topicName,
            @Versions("2+") Uuid topicId,
            List<Partition> partitions) {}

    /**
     * What one partition is to become.
     *
     * @param leaderEpoch the epoch in which the leader leads
     * @param leaderRecoveryState 0 once the leader's log is whole, 1 after an unclean election
     * @param partitionEpoch the state that the proposal starts from
     */
    public record Partition(
            int partitionIndex,
            int leaderEpoch,
            @Versions("0-2") @Strict List<Integer> newIsr,
            @Versions("3+") @Strict List<BrokerState> newIsrWithEpochs,
            @Versions("1+") @Strict byte leaderRecoveryState,
            int partitionEpoch) {}

    /**
     * A replica that is to be in sync.
     *
     * @param brokerEpoch the registration that the leader knows of, -1 for unknown
     */
    public record BrokerState(int brokerId, @Default("-1") long brokerEpoch) {}
}
