package dev.moldau.client.listener;

import java.util.List;
import java.util.function.Consumer;

/** Calls a handler of single messages. */
final class SingleProcessing<K, V> implements Processing<K, V> {

    private final Handler<K, V> handler;
    private final Judgement judgement;

    SingleProcessing(Handler<K, V> handler, Judgement judgement) {
        this.handler = handler;
        this.judgement = judgement;
    }

    @Override
    public void process(List<Message<K, V>> messages, Consumer<List<Verdict>> told) {
        Message<K, V> message = messages.get(0);
        told.accept(List.of(verdict(message)));
    }

    private Verdict verdict(Message<K, V> message) {
        try {
            return judgement.of(message, handler.handle(message));
        } catch (Exception e) {
            return judgement.threw(message, e);
        }
    }
}
