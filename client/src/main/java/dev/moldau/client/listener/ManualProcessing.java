package dev.moldau.client.listener;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Calls a handler that tells the outcome later. */
final class ManualProcessing<K, V> implements Processing<K, V> {

    private final ManualHandler<K, V> handler;
    private final Judgement judgement;

    ManualProcessing(ManualHandler<K, V> handler, Judgement judgement) {
        this.handler = handler;
        this.judgement = judgement;
    }

    @Override
    public void process(List<Message<K, V>> messages, Consumer<List<Verdict>> told) {
        Message<K, V> message = messages.get(0);
        AtomicBoolean used = new AtomicBoolean();
        try {
            handler.handle(
                    message,
                    outcome -> {
                        Verdict verdict = judgement.of(message, outcome);
                        if (used.compareAndSet(false, true)) {
                            told.accept(List.of(verdict));
                        }
                    });
        } catch (Exception e) {
            if (used.compareAndSet(false, true)) {
                told.accept(List.of(judgement.threw(message, e)));
            }
        }
    }
}
