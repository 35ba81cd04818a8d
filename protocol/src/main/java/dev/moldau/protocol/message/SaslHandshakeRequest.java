package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;

/** Chooses a SASL mechanism for the connection. */
@Request(api = ApiKey.SASL_HANDSHAKE, versions = "0-1")
public record SaslHandshakeRequest(String mechanism) implements ApiMessage {}
