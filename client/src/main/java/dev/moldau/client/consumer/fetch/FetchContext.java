package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What the parts of fetching share. */
record FetchContext(
        FetchSettings settings,
        ClientLoop loop,
        Network network,
        Metadata metadata,
        Backoff backoff,
        FetchCounters counters) {

    long nowMs() {
        return loop.clock().monotonicMs();
    }

    /** The leader, if one is known; else it is asked for. */
    @Nullable Node leader(TopicPartition partition) {
        metadata.use(partition.topic());
        Node leader = metadata.view().leader(partition.topic(), partition.partition());
        if (leader == null) {
            metadata.refresh("no leader of " + partition + " is known");
        }
        return leader;
    }

    /** The epoch of the leader that is known; kept while there is none; -1 if never known. */
    int leaderEpoch(TopicPartition partition) {
        ClusterView.Topic topic = metadata.view().topics().get(partition.topic());
        return topic == null || partition.partition() >= topic.partitions().size()
                ? Place.NO_EPOCH
                : topic.partitions().get(partition.partition()).leaderEpoch();
    }
}
