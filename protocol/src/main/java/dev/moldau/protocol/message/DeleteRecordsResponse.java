package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Says where the partitions start now. */
@Response(api = ApiKey.DELETE_RECORDS, versions = "0-2", flexible = "2+")
public record DeleteRecordsResponse(int throttleTimeMs, List<Topic> topics) implements ApiMessage {

    /** The outcome for one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /**
     * The outcome for one partition.
     *
     * @param lowWatermark the least start among all replicas, -1 after an error
     */
    public record Partition(int partitionIndex, long lowWatermark, short errorCode) {}
}
