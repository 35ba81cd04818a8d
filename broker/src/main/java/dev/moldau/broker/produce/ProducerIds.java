package dev.moldau.broker.produce;

import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand.AllocateProducerIds;
import dev.moldau.cluster.controller.ControllerCommand.ProducerIdBlock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Hands out producer ids, each once, from blocks that the controller gives.
 *
 * <p>Safe for use by any thread; guarded by its own lock, outside of which futures complete. At
 * most one block is asked for at a time; those who come meanwhile wait for it.
 */
public final class ProducerIds {

    private final Controller controller;
    private final ArrayDeque<CompletableFuture<Long>> waiting = new ArrayDeque<>();
    private long next;
    private long end;
    private boolean asking;

    /**
     * @param controller gives blocks of ids
     */
    public ProducerIds(Controller controller) {
        this.controller = controller;
    }

    /** An id that nobody has had; fails as {@link Controller#submit} does. */
    public CompletableFuture<Long> next() {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        boolean ask;
        synchronized (this) {
            if (next < end) {
                return CompletableFuture.completedFuture(next++);
            }
            waiting.add(answer);
            ask = !asking;
            asking = true;
        }
        if (ask) {
            askForBlock();
        }
        return answer;
    }

    private void askForBlock() {
        CompletableFuture<ProducerIdBlock> asked = controller.submit(new AllocateProducerIds());
        var _ = asked.whenComplete(this::received);
    }

    private void received(@Nullable ProducerIdBlock block, @Nullable Throwable failure) {
        List<CompletableFuture<Long>> served = new ArrayList<>();
        List<Long> ids = new ArrayList<>();
        boolean askAgain;
        synchronized (this) {
            if (block != null) {
                next = block.first();
                end = block.first() + block.count();
            }
            while (!waiting.isEmpty() && (block == null || next < end)) {
                served.add(waiting.remove());
                ids.add(block == null ? -1 : next++);
            }
            askAgain = !waiting.isEmpty();
            asking = askAgain;
        }
        for (int i = 0; i < served.size(); i++) {
            if (block == null) {
                served.get(i)
                        .completeExceptionally(
                                failure == null ? new IllegalStateException("no block") : failure);
            } else {
                served.get(i).complete(ids.get(i));
            }
        }
        if (askAgain) {
            askForBlock();
        }
    }
}
