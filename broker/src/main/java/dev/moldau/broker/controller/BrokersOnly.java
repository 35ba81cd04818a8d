package dev.moldau.broker.controller;

import dev.moldau.broker.api.Audience;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import java.util.concurrent.CompletionException;

/** The part that all handlers here have in common: they serve brokers alone. */
abstract class BrokersOnly<Q extends ApiMessage, R extends ApiMessage>
        extends VersionedHandler<Q, R> {

    BrokersOnly(ApiKey apiKey, int lowest, int highest) {
        super(apiKey, lowest, highest);
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
