package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/**
 * Tells a member its epoch, and its assignment when that has changed.
 *
 * @param assignment null for as before
 */
@Response(api = ApiKey.CONSUMER_GROUP_HEARTBEAT, versions = "0-1", flexible = "0+")
public record ConsumerGroupHeartbeatResponse(
        int throttleTimeMs,
        short errorCode,
        @Nullable("0+") @Default("null") String errorMessage,
        @Nullable("0+") @Default("null") String memberId,
        int memberEpoch,
        int heartbeatIntervalMs,
        @Nullable("0+") @Default("null") Assignment assignment)
        implements ApiMessage {

    /** What the member shall own. */
    public record Assignment(List<TopicPartitions> topicPartitions) {}

    /** Partitions of one topic. */
    public record TopicPartitions(Uuid topicId, List<Integer> partitions) {}
}
