package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Raises the number of partitions of topics. */
@Request(api = ApiKey.CREATE_PARTITIONS, versions = "0-3", flexible = "2+")
public record CreatePartitionsRequest(List<Topic> topics, int timeoutMs, boolean validateOnly)
        implements ApiMessage {

    /**
     * A topic to grow.
     *
     * @param count the new number of partitions
     * @param assignments where the new partitions go, null to let the controller choose
     */
    public record Topic(String name, int count, @Nullable("0+") List<Assignment> assignments) {}

    /** The brokers for the replicas of one new partition. */
    public record Assignment(List<Integer> brokerIds) {}
}
