package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Says which topics have grown. */
@Response(api = ApiKey.CREATE_PARTITIONS, versions = "0-3", flexible = "2+")
public record CreatePartitionsResponse(int throttleTimeMs, List<Topic> results)
        implements ApiMessage {

    /** The outcome for one topic. */
    public record Topic(
            String name, short errorCode, @Nullable("0+") @Default("null") String errorMessage) {}
}
