package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.nio.ByteBuffer;

/**
 * Carries one message of the SASL exchange from the broker.
 *
 * @param sessionLifetimeMs when the client must authenticate again, 0 for never
 */
@Response(api = ApiKey.SASL_AUTHENTICATE, versions = "0-2", flexible = "2+")
public record SaslAuthenticateResponse(
        short errorCode,
        @Nullable("0+") String errorMessage,
        ByteBuffer authBytes,
        @Versions("1+") long sessionLifetimeMs)
        implements ApiMessage {}
