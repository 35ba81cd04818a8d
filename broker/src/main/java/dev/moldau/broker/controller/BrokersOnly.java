package dev.moldau.broker.controller;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.Audience;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import java.util.concurrent.CompletionException;

/** The part that all handlers here have in common: which API, in which versions, for whom. */
abstract class BrokersOnly<Q extends ApiMessage, R extends ApiMessage> implements ApiHandler<Q, R> {

    /** Brokers are not held back. */
    static final int NO_THROTTLE = 0;

    private final ApiKey apiKey;
    private final short lowest;
    private final short highest;

    BrokersOnly(ApiKey apiKey, int lowest, int highest) {
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

    @Override
    public final Audience audience() {
        return Audience.BROKERS;
    }

    /** The error for a controller that cannot act; throws what is anything else again. */
    static ErrorCode unavailable(Throwable failure) {
        Throwable cause = failure instanceof CompletionException e ? e.getCause() : failure;
        if (cause instanceof ControllerUnavailableException unavailable) {
            return unavailable.error();
        }
        throw failure instanceof RuntimeException e ? e : new CompletionException(failure);
    }
}
