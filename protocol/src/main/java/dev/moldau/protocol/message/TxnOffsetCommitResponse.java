package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Says for every partition whether its offset waits for the end of the transaction. */
@Response(api = ApiKey.TXN_OFFSET_COMMIT, versions = "0-6", flexible = "3+")
public record TxnOffsetCommitResponse(int throttleTimeMs, List<Topic> topics)
        implements ApiMessage {

    /** The outcome for one topic. */
    public record Topic(
            @Versions("0-5") String name,
            @Versions("6+") Uuid topicId,
            List<Partition> partitions) {}

    /** The outcome for one partition. */
    public record Partition(int partitionIndex, short errorCode) {}
}
