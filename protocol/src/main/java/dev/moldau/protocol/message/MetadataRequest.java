package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks any broker which brokers there are and where the partitions of topics live.
 *
 * @param topics null asks for all topics; in version 0 the empty list does
 */
@Request(api = ApiKey.METADATA, versions = "0-13", flexible = "9+")
public record MetadataRequest(
        @Nullable("1+") List<Topic> topics,
        @Versions("4+") @Default("true") @Strict boolean allowAutoTopicCreation,
        @Versions("8-10") @Strict boolean includeClusterAuthorizedOperations,
        @Versions("8+") @Strict boolean includeTopicAuthorizedOperations)
        implements ApiMessage {

    /**
     * A topic, by name or since version 12 by id.
     *
     * @param name null to ask by id
     */
    public record Topic(@Versions("10+") Uuid topicId, @Nullable("10+") String name) {}
}
