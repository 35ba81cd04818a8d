package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Names the coordinating brokers: one in place up to version 3, a list since. */
@Response(api = ApiKey.FIND_COORDINATOR, versions = "0-6", flexible = "3+")
public record FindCoordinatorResponse(
        @Versions("1+") int throttleTimeMs,
        @Versions("0-3") short errorCode,
        @Versions("1-3") @Nullable("1-3") String errorMessage,
        @Versions("0-3") int nodeId,
        @Versions("0-3") String host,
        @Versions("0-3") int port,
        @Versions("4+") List<Coordinator> coordinators)
        implements ApiMessage {

    /** The answer to a request for one key, up to version 3. */
    public static FindCoordinatorResponse ofOne(Coordinator coordinator) {
        return new FindCoordinatorResponse(
                0,
                coordinator.errorCode(),
                coordinator.errorMessage(),
                coordinator.nodeId(),
                coordinator.host(),
                coordinator.port(),
                List.of());
    }

    /** The answer to a request for several keys, since version 4. */
    public static FindCoordinatorResponse ofMany(List<Coordinator> coordinators) {
        return new FindCoordinatorResponse(
                0, ErrorCode.NONE.code(), null, -1, "", -1, coordinators);
    }

    /**
     * The coordinator of one key.
     *
     * @param key the group or transactional id
     * @param nodeId -1 after an error
     */
    public record Coordinator(
            String key,
            int nodeId,
            String host,
            int port,
            short errorCode,
            @Nullable("4+") String errorMessage) {

        /** There is none, or it cannot be told. */
        public static Coordinator error(
                String key,
                ErrorCode error,
                @org.jspecify.annotations.Nullable String errorMessage) {
            return new Coordinator(key, -1, "", -1, error.code(), errorMessage);
        }
    }
}
