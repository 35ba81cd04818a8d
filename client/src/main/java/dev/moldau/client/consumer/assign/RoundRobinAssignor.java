package dev.moldau.client.consumer.assign;

import dev.moldau.common.TopicPartition;
import java.util.List;
import java.util.Map;

/** Deals the partitions of all topics out one by one, to the next member that subscribes. */
public final class RoundRobinAssignor implements PartitionAssignor {

    /** Needs no settings. */
    public RoundRobinAssignor() {}

    @Override
    public String name() {
        return "roundrobin";
    }

    @Override
    public Map<String, List<TopicPartition>> assign(
            Map<String, Integer> partitionCounts, Map<String, Member> members) {
        Map<String, List<TopicPartition>> shares = Members.nothingEach(members);
        List<String> circle = Members.inOrder(members);
        int next = 0;
        for (Map.Entry<String, List<String>> topic :
                Members.byTopic(partitionCounts, members).entrySet()) {
            int count = partitionCounts.getOrDefault(topic.getKey(), 0);
            for (int partition = 0; partition < count; partition++) {
                while (!topic.getValue().contains(circle.get(next))) {
                    next = (next + 1) % circle.size();
                }
                List<TopicPartition> share = shares.get(circle.get(next));
                if (share != null) {
                    share.add(new TopicPartition(topic.getKey(), partition));
                }
                next = (next + 1) % circle.size();
            }
        }
        return shares;
    }
}
