package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Says whether the levels are settled: together since version 2, one by one before. */
@Response(api = ApiKey.UPDATE_FEATURES, versions = "0-2", flexible = "0+")
public record UpdateFeaturesResponse(
        int throttleTimeMs,
        short errorCode,
        @Nullable("0+") String errorMessage,
        @Versions("0-1") List<Result> results)
        implements ApiMessage {

    /** The outcome for one feature. */
    public record Result(String feature, short errorCode, @Nullable("0-1") String errorMessage) {}
}
