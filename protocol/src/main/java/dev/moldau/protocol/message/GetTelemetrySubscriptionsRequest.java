package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;

/**
 * Asks which metrics the broker wants from the client.
 *
 * @param clientInstanceId zero at the first time
 */
@Request(api = ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, versions = "0", flexible = "0+")
public record GetTelemetrySubscriptionsRequest(Uuid clientInstanceId) implements ApiMessage {}
