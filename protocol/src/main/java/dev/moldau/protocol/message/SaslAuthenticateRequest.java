package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.nio.ByteBuffer;

/** Carries one message of the SASL exchange from the client. */
@Request(api = ApiKey.SASL_AUTHENTICATE, versions = "0-2", flexible = "2+")
public record SaslAuthenticateRequest(ByteBuffer authBytes) implements ApiMessage {}
