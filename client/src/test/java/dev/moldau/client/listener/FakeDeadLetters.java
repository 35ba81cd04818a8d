package dev.moldau.client.listener;

import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.fake.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A dead letter topic in virtual time. */
final class FakeDeadLetters implements DeadLetters {

    record Letter(Message<?, ?> message, String reason) {}

    final List<Letter> letters = new ArrayList<>();
    int failures;
    long takesMs = 3;

    private final VirtualTime time;

    FakeDeadLetters(VirtualTime time) {
        this.time = time;
    }

    @Override
    public CompletionStage<?> send(Message<?, ?> message, String reason) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        boolean fails = failures > 0;
        if (fails) {
            failures--;
        }
        time.after(
                takesMs,
                () -> {
                    if (fails) {
                        sent.completeExceptionally(new RetriableException("no leader"));
                    } else {
                        letters.add(new Letter(message, reason));
                        sent.complete(null);
                    }
                });
        return sent;
    }

    @Override
    public void close() {}
}
