package dev.moldau.broker.api;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/**
 * A handler whose answer follows from the request alone, such as that of an API whose feature is
 * off.
 *
 * @param apiKey which API
 * @param lowestVersion the lowest version served
 * @param highestVersion the highest version served
 * @param answer makes the answer; it must not wait
 */
public record ImmediateHandler<Q extends ApiMessage, R extends ApiMessage>(
        ApiKey apiKey,
        short lowestVersion,
        short highestVersion,
        BiFunction<RequestContext, Q, R> answer)
        implements ApiHandler<Q, R> {

    /** A handler for the versions from lowest to highest. */
    public static <Q extends ApiMessage, R extends ApiMessage> ImmediateHandler<Q, R> of(
            ApiKey apiKey, int lowest, int highest, BiFunction<RequestContext, Q, R> answer) {
        return new ImmediateHandler<>(apiKey, (short) lowest, (short) highest, answer);
    }

    @Override
    public CompletionStage<R> handle(RequestContext context, Q request) {
        return CompletableFuture.completedFuture(answer.apply(context, request));
    }
}
