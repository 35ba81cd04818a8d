package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;

/** Removes the registration of a broker that is gone for good. */
@Request(api = ApiKey.UNREGISTER_BROKER, versions = "0", flexible = "0+")
public record UnregisterBrokerRequest(int brokerId) implements ApiMessage {}
