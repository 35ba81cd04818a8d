package dev.moldau.broker.topic;

import dev.moldau.common.Timer;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Waits for several stages, but not longer than the client does. */
final class Waiting {

    /** How the waiting ended. */
    enum Outcome {
        /** All is done. */
        DONE,
        /** Some of it failed. */
        FAILED,
        /** The time was up. */
        LATE
    }

    private Waiting() {}

    /** Completes when all stages have, or one has failed, or the time is up; never fails. */
    static CompletableFuture<Outcome> forAll(
            Timer timer, Collection<? extends CompletionStage<?>> stages, int timeoutMs) {
        CompletableFuture<?>[] futures =
                stages.stream()
                        .map(CompletionStage::toCompletableFuture)
                        .toArray(CompletableFuture<?>[]::new);
        CompletableFuture<Void> all = CompletableFuture.allOf(futures);
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        if (!all.isDone()) {
            Timer.Timeout timeout = timer.schedule(timeoutMs, () -> outcome.complete(Outcome.LATE));
            var _ = outcome.whenComplete((done, failure) -> timeout.cancel());
        }
        var _ =
                all.whenComplete(
                        (done, failure) ->
                                outcome.complete(failure == null ? Outcome.DONE : Outcome.FAILED));
        return outcome;
    }
}
