package dev.moldau.broker.api;

import dev.moldau.cluster.controller.ApiError;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;

/** The part that most handlers have in common: which API, in which versions. */
public abstract class VersionedHandler<Q extends ApiMessage, R extends ApiMessage>
        implements ApiHandler<Q, R> {

    /** Nobody is held back here: this broker has no quotas. */
    protected static final int NO_THROTTLE = 0;

    private final ApiKey apiKey;
    private final short lowest;
    private final short highest;

    /**
     * @param apiKey which API
     * @param lowest the lowest version that is served
     * @param highest the highest one
     */
    protected VersionedHandler(ApiKey apiKey, int lowest, int highest) {
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
    protected static short code(RequestContext context, ErrorCode error) {
        return context.counted(error).code();
    }

    /** The error's number for the response, counted. */
    protected static short code(RequestContext context, ApiError error) {
        return context.counted(error.code()).code();
    }
}
