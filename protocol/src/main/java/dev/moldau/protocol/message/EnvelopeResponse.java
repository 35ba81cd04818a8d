package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Tagged;
import java.nio.ByteBuffer;

/**
 * The controller's answer to a request that a broker handed on.
 *
 * @param responseData the answer with its header, without a size before it; null after an error
 * @param errorCode an error of the handing on, not of the request
 * @param imageVersion the version of the cluster's image that shows what the request did; -1 for
 *     unknown. A field of ours: Kafka's brokers answer before they have seen the change themselves
 */
@Response(api = ApiKey.ENVELOPE, versions = "0", flexible = "0+")
public record EnvelopeResponse(
        @Nullable("0+") @Default("null") ByteBuffer responseData,
        short errorCode,
        @Tagged(tag = 10_000, versions = "0+") @Default("-1") long imageVersion)
        implements ApiMessage {

    /** The request was not handed to anyone. */
    public static EnvelopeResponse error(ErrorCode error) {
        return new EnvelopeResponse(null, error.code(), -1);
    }
}
