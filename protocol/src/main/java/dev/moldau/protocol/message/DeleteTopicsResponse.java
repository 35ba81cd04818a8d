package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Says which topics are gone. */
@Response(api = ApiKey.DELETE_TOPICS, versions = "0-6", flexible = "4+")
public record DeleteTopicsResponse(@Versions("1+") int throttleTimeMs, List<Topic> responses)
        implements ApiMessage {

    /**
     * The outcome for one topic.
     *
     * @param name null if the topic was named by an id that is unknown
     */
    public record Topic(
            @Nullable("6+") String name,
            @Versions("6+") Uuid topicId,
            short errorCode,
            @Versions("5+") @Nullable("5+") @Default("null") String errorMessage) {}
}
