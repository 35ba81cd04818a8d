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
 * Deletes topics: by name up to version 5, by name or id since.
 *
 * @param topics since version 6
 * @param topicNames up to version 5
 */
@Request(api = ApiKey.DELETE_TOPICS, versions = "0-6", flexible = "4+")
public record DeleteTopicsRequest(
        @Versions("6+") @Strict List<Topic> topics,
        @Versions("0-5") List<String> topicNames,
        int timeoutMs)
        implements ApiMessage {

    /**
     * A topic to delete.
     *
     * @param name null to name it by id
     */
    public record Topic(@Nullable("6+") @Default("null") String name, Uuid topicId) {}
}
