package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Says which topics were created and how they look. */
@Response(api = ApiKey.CREATE_TOPICS, versions = "0-7", flexible = "5+")
public record CreateTopicsResponse(@Versions("2+") int throttleTimeMs, List<Topic> topics)
        implements ApiMessage {

    /**
     * The outcome for one topic.
     *
     * @param topicConfigErrorCode why settings are not shown, 0 if they are
     * @param numPartitions -1 after an error
     * @param replicationFactor -1 after an error
     */
    public record Topic(
            String name,
            @Versions("7+") Uuid topicId,
            short errorCode,
            @Versions("1+") @Nullable("1+") String errorMessage,
            @Versions("5+") @Tagged(tag = 0, versions = "5+") short topicConfigErrorCode,
            @Versions("5+") @Default("-1") int numPartitions,
            @Versions("5+") @Default("-1") short replicationFactor,
            @Versions("5+") @Nullable("5+") List<Config> configs) {

        /** The topic was not created. */
        public static Topic error(
                String name,
                ErrorCode error,
                @org.jspecify.annotations.Nullable String errorMessage) {
            return new Topic(
                    name, Uuid.ZERO, error.code(), errorMessage, (short) 0, -1, (short) -1, null);
        }
    }

    /**
     * A setting of the new topic.
     *
     * @param configSource where the value comes from, as in {@link DescribeConfigsResponse}
     */
    public record Config(
            String name,
            @Nullable("5+") String value,
            boolean readOnly,
            @Default("-1") byte configSource,
            boolean isSensitive) {}
}
