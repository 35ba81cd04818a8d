package dev.moldau.client.consumer.assign;

import dev.moldau.common.TopicPartition;
import java.util.List;
import java.util.Map;

/**
 * Shares each topic out by itself: neighbouring partitions go to one member, and partitions of the
 * same index of several topics to the same one where the topics have the same subscribers.
 */
public final class RangeAssignor implements PartitionAssignor {

    /** Needs no settings. */
    public RangeAssignor() {}

    @Override
    public String name() {
        return "range";
    }

    @Override
    public Map<String, List<TopicPartition>> assign(
            Map<String, Integer> partitionCounts, Map<String, Member> members) {
        Map<String, List<TopicPartition>> shares = Members.nothingEach(members);
        Members.byTopic(partitionCounts, members)
                .forEach(
                        (topic, subscribers) ->
                                share(
                                        topic,
                                        partitionCounts.getOrDefault(topic, 0),
                                        subscribers,
                                        shares));
        return shares;
    }

    private static void share(
            String topic,
            int count,
            List<String> subscribers,
            Map<String, List<TopicPartition>> shares) {
        int each = count / subscribers.size();
        int more = count % subscribers.size();
        int next = 0;
        for (int i = 0; i < subscribers.size(); i++) {
            int end = next + each + (i < more ? 1 : 0);
            List<TopicPartition> share = shares.get(subscribers.get(i));
            for (; share != null && next < end; next++) {
                share.add(new TopicPartition(topic, next));
            }
        }
    }
}
