package dev.moldau.server;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A step of a start that is done at the same time as others, by a thread of its own. Begun and
 * awaited by one thread.
 *
 * @param <T> what comes of it
 */
final class Aside<T> {

    private final CompletableFuture<T> done = new CompletableFuture<>();

    private Aside() {}

    /**
     * Begins a step.
     *
     * @param name the thread's name
     */
    static <T> Aside<T> begin(String name, Callable<T> step) {
        Aside<T> aside = new Aside<>();
        Thread.ofPlatform().daemon(true).name(name).start(() -> aside.run(step));
        return aside;
    }

    // Nothing is lost: whoever awaits the step gets what it threw.
    @SuppressWarnings("ThrowableCaught")
    private void run(Callable<T> step) {
        try {
            done.complete(step.call());
        } catch (Throwable e) {
            done.completeExceptionally(e);
        }
    }

    /**
     * Waits for the step to end, also when interrupted.
     *
     * @return what came of it
     * @throws StartException if the step threw one; what else it threw comes as it is if that is
     *     unchecked, and as the cause of an IllegalStateException if not
     */
    T await() throws StartException {
        try {
            return done.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case StartException refusal -> throw refusal;
                case RuntimeException bug -> throw bug;
                case Error bug -> throw bug;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        }
    }
}
