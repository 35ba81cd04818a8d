package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Node;
import dev.moldau.client.consumer.fetch.PartitionFetch.Stage;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks new leaders whether their logs were cut, where the fetch itself cannot tell. A leader that
 * serves neither is believed. Confined to the loop.
 */
final class LeaderChecks {

    private final FetchContext context;
    private final Answers answers;
    private final Map<TopicPartition, PartitionFetch> partitions;
    private final Runnable done;

    /**
     * @param partitions those of the fetcher, live
     * @param done called after each answer: what was checked may be fetched
     */
    LeaderChecks(
            FetchContext context,
            Answers answers,
            Map<TopicPartition, PartitionFetch> partitions,
            Runnable done) {
        this.context = context;
        this.answers = answers;
        this.partitions = partitions;
        this.done = done;
    }

    /** Takes those out of {@link Stage#FETCHING} that are to be checked first, and checks them. */
    void begin(Node node, Collection<PartitionFetch> all) {
        if (context.network().highestVersion(node, ApiKey.FETCH).orElse(0) >= Answers.TELLS_CUTS
                || context.network().highestVersion(node, ApiKey.OFFSET_FOR_LEADER_EPOCH).orElse(0)
                        < EpochCheck.LOWEST) {
            return;
        }
        Map<TopicPartition, Integer> epochs = new HashMap<>();
        for (PartitionFetch fetch : List.copyOf(all)) {
            int leaderEpoch = context.leaderEpoch(fetch.partition);
            Place next = fetch.next;
            if (next != null
                    && next.epoch() != Place.NO_EPOCH
                    && leaderEpoch > fetch.checkedEpoch) {
                fetch.stage = Stage.CHECKING;
                fetch.checkedEpoch = leaderEpoch;
                epochs.put(fetch.partition, next.epoch());
            }
        }
        if (!epochs.isEmpty()) {
            new EpochCheck(context, epochs, (ends, cause) -> ended(epochs, ends)).begin();
        }
    }

    private void ended(
            Map<TopicPartition, Integer> asked, @Nullable Map<TopicPartition, Place> ends) {
        for (TopicPartition partition : asked.keySet()) {
            PartitionFetch fetch = partitions.get(partition);
            Place next = fetch == null ? null : fetch.next;
            if (fetch == null || next == null || fetch.stage != Stage.CHECKING) {
                continue;
            }
            fetch.goOnAt(next);
            Place end = ends == null ? null : ends.get(partition);
            if (end != null && end.epoch() != Place.NO_EPOCH && end.offset() < next.offset()) {
                answers.wasCut(fetch, next, end);
            }
        }
        done.run();
    }
}
