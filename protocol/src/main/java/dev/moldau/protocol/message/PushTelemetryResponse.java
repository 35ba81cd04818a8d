package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;

/** Says whether the metrics were taken. */
@Response(api = ApiKey.PUSH_TELEMETRY, versions = "0", flexible = "0+")
public record PushTelemetryResponse(int throttleTimeMs, short errorCode) implements ApiMessage {}
