package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Says for every partition whether its offset is stored. */
@Response(api = ApiKey.OFFSET_COMMIT, versions = "0-10", flexible = "8+")
public record OffsetCommitResponse(@Versions("3+") int throttleTimeMs, List<Topic> topics)
        implements ApiMessage {

    /** The outcome for one topic. */
    public record Topic(
            @Versions("0-9") String name,
            @Versions("10+") Uuid topicId,
            List<Partition> partitions) {}

    /** The outcome for one partition. */
    public record Partition(int partitionIndex, short errorCode) {}
}
