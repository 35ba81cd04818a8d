package dev.moldau.client.listener;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.metrics.Metric;
import dev.moldau.common.TopicPartition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a listener needs of a consumer. For the thread that polls, but for {@link #wakeup} and
 * {@link #metrics}.
 */
interface Source {

    /** What one poll brought. */
    record Arrivals(List<Arrival> records, Map<TopicPartition, Mark> reached) {
        static final Arrivals NONE = new Arrivals(List.of(), Map.of());
    }

    /** Is told within a poll, or within the closing, which partitions are ours. */
    interface Ownership {

        /** These are ours beside those that we have. */
        void assigned(Collection<TopicPartition> partitions);

        /** These are to be given up; others have them once this returns. */
        void revoked(Collection<TopicPartition> partitions);

        /** Others may have these already: nothing can be committed. */
        void lost(Collection<TopicPartition> partitions);
    }

    /** Becomes a member of the group with the next poll. */
    void subscribe(Ownership ownership);

    /**
     * Waits at most so long for records; none if it was woken.
     *
     * @throws ClientException if it cannot go on; a retriable one may pass
     */
    Arrivals poll(long maxWaitMs);

    /** Reads no more of these for now. */
    void pause(Collection<TopicPartition> partitions);

    /** Reads these again. */
    void resume(Collection<TopicPartition> partitions);

    /**
     * Commits without waiting.
     *
     * @param done is given the failure or null, within a later poll or at once
     */
    void commitAsync(Map<TopicPartition, Mark> marks, Consumer<@Nullable ClientException> done);

    /**
     * Commits and waits at most so long, wakeups or not.
     *
     * @throws ClientException if it is not known to be committed
     */
    void commitSync(Map<TopicPartition, Mark> marks, long timeoutMs);

    /** Ends the present or the next wait of a poll. Any thread. */
    void wakeup();

    /** Leaves the group; returns within the time. */
    void close(long timeoutMs);

    /** The consumer's own figures. Any thread. */
    Map<String, Metric> metrics();
}
