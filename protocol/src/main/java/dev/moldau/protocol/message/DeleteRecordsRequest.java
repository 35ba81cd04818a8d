package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Moves the start of partitions up, so that older records are gone. */
@Request(api = ApiKey.DELETE_RECORDS, versions = "0-2", flexible = "2+")
public record DeleteRecordsRequest(List<Topic> topics, int timeoutMs) implements ApiMessage {

    /** What to delete from one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /**
     * What to delete from one partition.
     *
     * @param offset the new start, -1 for the high watermark
     */
    public record Partition(int partitionIndex, long offset) {}
}
