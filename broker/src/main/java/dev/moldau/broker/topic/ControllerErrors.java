package dev.moldau.broker.topic;

import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Turns a controller that cannot act just now into an error that clients try again after. */
final class ControllerErrors {

    private ControllerErrors() {}

    /** The results, or the same error for every item; a bug still fails the future. */
    static <I, R> CompletableFuture<List<R>> orForAll(
            CompletableFuture<List<R>> results, List<I> items, Function<ItemError<I>, R> failed) {
        return results.exceptionally(
                failure -> {
                    ApiError error = unavailable(failure);
                    return items.stream()
                            .map(item -> failed.apply(new ItemError<>(item, error)))
                            .toList();
                });
    }

    /**
     * An item that could not be handled.
     *
     * @param item the item
     * @param error why
     */
    record ItemError<I>(I item, ApiError error) {}

    /** The error for a controller that cannot act; throws what is anything else again. */
    static ApiError unavailable(Throwable failure) {
        Throwable cause = failure instanceof CompletionException e ? e.getCause() : failure;
        if (cause instanceof ControllerUnavailableException unavailable) {
            return ApiError.of(
                    unavailable.error(),
                    "The change could not be made just now, try again: "
                            + unavailable.getMessage());
        }
        throw failure instanceof RuntimeException e ? e : new CompletionException(failure);
    }
}
