package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.nio.ByteBuffer;

/**
 * Brings metrics of a client.
 *
 * @param terminating whether the client is about to end
 * @param metrics in the format of OpenTelemetry, compressed as said
 */
@Request(api = ApiKey.PUSH_TELEMETRY, versions = "0", flexible = "0+")
public record PushTelemetryRequest(
        Uuid clientInstanceId,
        int subscriptionId,
        boolean terminating,
        byte compressionType,
        ByteBuffer metrics)
        implements ApiMessage {}
