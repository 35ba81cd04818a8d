package dev.moldau.client.consumer;

import dev.moldau.client.consumer.group.Application;
import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What a rebalance wants of the application's thread, in order. The loop puts, the thread that
 * polls takes.
 */
final class Steps implements Application {

    /** One of them. */
    sealed interface Step {
        /** Give up, with what is done committed before. */
        record Revoke(Set<TopicPartition> partitions, Runnable done) implements Step {}

        /** Take over. */
        record Assign(Set<TopicPartition> partitions, Runnable done) implements Step {}

        /** Forget. */
        record Lose(Set<TopicPartition> partitions, Runnable done) implements Step {}

        /** Throw. */
        record Fail(ClientException cause) implements Step {}
    }

    private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
    private final Doorbell doorbell;

    Steps(Doorbell doorbell) {
        this.doorbell = doorbell;
    }

    /** The next one, or null. */
    @Nullable Step take() {
        return steps.poll();
    }

    private void put(Step step) {
        steps.add(step);
        doorbell.ring();
    }

    @Override
    public void revoke(Set<TopicPartition> partitions, Runnable done) {
        put(new Step.Revoke(Set.copyOf(partitions), done));
    }

    @Override
    public void assign(Set<TopicPartition> added, Runnable done) {
        put(new Step.Assign(Set.copyOf(added), done));
    }

    @Override
    public void lose(Set<TopicPartition> partitions, Runnable done) {
        put(new Step.Lose(Set.copyOf(partitions), done));
    }

    @Override
    public void failed(ClientException cause) {
        put(new Step.Fail(cause));
    }
}
