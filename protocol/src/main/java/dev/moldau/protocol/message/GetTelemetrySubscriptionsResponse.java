package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/**
 * Tells a client which metrics to push, how often and how.
 *
 * @param acceptedCompressionTypes by preference
 * @param deltaTemporality whether counters shall be sent as growth since the last push
 * @param requestedMetrics prefixes of names; one empty prefix for all, no prefix for none
 */
@Response(api = ApiKey.GET_TELEMETRY_SUBSCRIPTIONS, versions = "0", flexible = "0+")
public record GetTelemetrySubscriptionsResponse(
        int throttleTimeMs,
        short errorCode,
        Uuid clientInstanceId,
        int subscriptionId,
        List<Byte> acceptedCompressionTypes,
        int pushIntervalMs,
        int telemetryMaxBytes,
        boolean deltaTemporality,
        List<String> requestedMetrics)
        implements ApiMessage {}
