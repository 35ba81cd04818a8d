package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.nio.ByteBuffer;

/**
 * A client's request that a broker hands on to the controller.
 *
 * @param requestData the request with its header, without a size before it
 * @param requestPrincipal who the client is; null if that is not told
 * @param clientHostAddress the client's address, 4 or 16 bytes
 */
@Request(api = ApiKey.ENVELOPE, versions = "0", flexible = "0+")
public record EnvelopeRequest(
        ByteBuffer requestData,
        @Nullable("0+") ByteBuffer requestPrincipal,
        ByteBuffer clientHostAddress)
        implements ApiMessage {}
