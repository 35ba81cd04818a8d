package dev.moldau.broker.follow;

import dev.moldau.common.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Waits for a stage, but not for ever. */
final class Bounded {

    private Bounded() {}

    /** Completes with whether the stage ended well within the time; never fails. */
    static CompletableFuture<Boolean> within(Timer timer, long ms, CompletionStage<?> stage) {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        Timer.Timeout timeout = timer.schedule(ms, () -> ended.complete(false));
        var _ =
                stage.whenComplete(
                        (value, failure) -> {
                            timeout.cancel();
                            ended.complete(failure == null);
                        });
        return ended;
    }
}
