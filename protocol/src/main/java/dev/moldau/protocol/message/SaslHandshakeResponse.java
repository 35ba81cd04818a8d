package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/**
 * Accepts the mechanism, or lists those there are.
 *
 * @param mechanisms all that the listener offers
 */
@Response(api = ApiKey.SASL_HANDSHAKE, versions = "0-1")
public record SaslHandshakeResponse(short errorCode, List<String> mechanisms)
        implements ApiMessage {}
