package dev.moldau.broker.topic;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;

/** The part that all handlers here have in common: which API, in which versions. */
abstract class VersionedHandler<Q extends ApiMessage, R extends ApiMessage>
        implements ApiHandler<Q, R> {

    /** Nobody is held back here: this broker has no quotas. */
    static final int NO_THROTTLE = 0;

    private final ApiKey apiKey;
    private final short lowest;
    private final short highest;

    VersionedHandler(ApiKey apiKey, int lowest, int highest) {
        this.apiKey = apiKey;
        this.lowest = (short) lowest;
        this.highest = (short) highest;
    }

    @Override
    public final ApiKey apiKey() {
        return apiKey;
    }

    @Override
    public final short lowestVersion() {
        return lowest;
    }

    @Override
    public final short highestVersion() {
        return highest;
    }

    /** The error's number for the response, counted. */
    static short code(RequestContext context, ErrorCode error) {
        return context.counted(error).code();
    }

    /** The error's number for the response, counted. */
    static short code(RequestContext context, ApiError error) {
        return context.counted(error.code()).code();
    }
}
