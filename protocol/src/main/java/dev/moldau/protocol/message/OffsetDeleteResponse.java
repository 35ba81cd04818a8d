package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/**
 * Says which offsets are gone.
 *
 * @param errorCode an error that concerns the whole group
 */
@Response(api = ApiKey.OFFSET_DELETE, versions = "0")
public record OffsetDeleteResponse(short errorCode, int throttleTimeMs, List<Topic> topics)
        implements ApiMessage {

    /** The outcome for one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /** The outcome for one partition. */
    public record Partition(int partitionIndex, short errorCode) {}
}
