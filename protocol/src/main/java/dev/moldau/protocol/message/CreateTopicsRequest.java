package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Creates topics.
 *
 * @param timeoutMs how long to wait for their partitions to serve
 * @param validateOnly whether only to say what would happen
 */
@Request(api = ApiKey.CREATE_TOPICS, versions = "0-7", flexible = "5+")
public record CreateTopicsRequest(
        List<Topic> topics,
        @Default("60000") int timeoutMs,
        @Versions("1+") @Strict boolean validateOnly)
        implements ApiMessage {

    /**
     * A topic to create.
     *
     * @param numPartitions -1 for the broker's default, or when assignments are given
     * @param replicationFactor -1 for the broker's default, or when assignments are given
     * @param assignments where replicas go, empty to let the controller choose
     */
    public record Topic(
            String name,
            int numPartitions,
            short replicationFactor,
            List<Assignment> assignments,
            List<Config> configs) {}

    /** The brokers for the replicas of one partition. */
    public record Assignment(int partitionIndex, List<Integer> brokerIds) {}

    /** A setting that differs from the default. */
    public record Config(String name, @Nullable("0+") String value) {}
}
