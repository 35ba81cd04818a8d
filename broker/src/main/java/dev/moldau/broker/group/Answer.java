package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Where the outcome of a command goes, once. Knows how to put an error into the command's kind of
 * result, so that a shard can refuse commands without knowing them.
 *
 * @param <R> the result
 */
final class Answer<R> {

    private final CompletableFuture<R> future = new CompletableFuture<>();
    private final Function<ErrorCode, R> failed;

    Answer(Function<ErrorCode, R> failed) {
        this.failed = failed;
    }

    void give(R result) {
        future.complete(result);
    }

    void fail(ErrorCode error) {
        future.complete(failed.apply(error));
    }

    /** Whether this is what somebody with that stage waits for. */
    // The very object is meant: a stage has no value to compare before it completes.
    @SuppressWarnings("ReferenceEquality")
    boolean isFor(CompletionStage<?> stage) {
        return future == stage;
    }

    boolean isGiven() {
        return future.isDone();
    }

    /** What the sender of the command waits for. */
    CompletionStage<R> stage() {
        return future;
    }
}
