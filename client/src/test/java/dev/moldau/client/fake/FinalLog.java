package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import java.util.List;

/** The log of a partition at the end; a topic made anew has another one. */
public record FinalLog(TopicPartition partition, List<LoggedRecord> records) {

    /** All logs of a cluster, those of deleted topics included. */
    public static List<FinalLog> of(FakeCluster cluster) {
        return cluster.everyPartition().stream()
                .map(partition -> new FinalLog(partition.id(), partition.log().records()))
                .toList();
    }
}
