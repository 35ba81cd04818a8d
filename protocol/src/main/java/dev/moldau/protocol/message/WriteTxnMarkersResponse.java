package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Says which markers are written. */
@Response(api = ApiKey.WRITE_TXN_MARKERS, versions = "0-2", flexible = "1+")
public record WriteTxnMarkersResponse(List<Marker> markers) implements ApiMessage {

    /** The outcome for one transaction. */
    public record Marker(long producerId, List<Topic> topics) {}

    /** The outcome for one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /** The outcome for one partition. */
    public record Partition(int partitionIndex, short errorCode) {}
}
