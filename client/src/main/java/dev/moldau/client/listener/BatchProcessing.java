package dev.moldau.client.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Calls a handler of batches. */
final class BatchProcessing<K, V> implements Processing<K, V> {

    private final BatchHandler<K, V> handler;
    private final Judgement judgement;

    BatchProcessing(BatchHandler<K, V> handler, Judgement judgement) {
        this.handler = handler;
        this.judgement = judgement;
    }

    @Override
    public void process(List<Message<K, V>> messages, Consumer<List<Verdict>> told) {
        told.accept(verdicts(messages));
    }

    private List<Verdict> verdicts(List<Message<K, V>> messages) {
        List<Verdict> verdicts = new ArrayList<>(messages.size());
        try {
            BatchOutcome outcome = handler.handle(messages);
            for (int i = 0; i < messages.size(); i++) {
                verdicts.add(verdict(messages.get(i), i, outcome));
            }
        } catch (Exception e) {
            verdicts.clear();
            messages.forEach(message -> verdicts.add(judgement.threw(message, e)));
        }
        return verdicts;
    }

    private Verdict verdict(Message<K, V> message, int index, BatchOutcome outcome) {
        if (index < outcome.at()) {
            return Verdict.Done.INSTANCE;
        }
        return index == outcome.at()
                ? judgement.of(message, outcome.outcome())
                : Verdict.Untried.INSTANCE;
    }
}
