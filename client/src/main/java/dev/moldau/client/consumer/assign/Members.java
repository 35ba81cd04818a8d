package dev.moldau.client.consumer.assign;

import dev.moldau.client.consumer.assign.PartitionAssignor.Member;
import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What several assignors need to know of a group's members. */
final class Members {

    private Members() {}

    /**
     * The members' ids in an order that stays the same over generations as far as it can: static
     * members by their names, then the others by their ids.
     */
    static List<String> inOrder(Map<String, Member> members) {
        List<String> ids = new ArrayList<>(members.keySet());
        ids.sort(
                Comparator.comparing((String id) -> instance(members, id).isEmpty())
                        .thenComparing(id -> instance(members, id))
                        .thenComparing(Comparator.naturalOrder()));
        return ids;
    }

    private static String instance(Map<String, Member> members, String id) {
        Member member = members.get(id);
        String instanceId = member == null ? null : member.instanceId();
        return instanceId == null ? "" : instanceId;
    }

    /** For each topic that exists, who subscribes to it, in order; topics by name. */
    static Map<String, List<String>> byTopic(
            Map<String, Integer> partitionCounts, Map<String, Member> members) {
        Map<String, List<String>> subscribers = new TreeMap<>();
        for (String id : inOrder(members)) {
            Member member = members.get(id);
            if (member == null) {
                continue;
            }
            for (String topic : member.topics()) {
                if (partitionCounts.containsKey(topic)) {
                    subscribers.computeIfAbsent(topic, name -> new ArrayList<>()).add(id);
                }
            }
        }
        return subscribers;
    }

    /** An empty list for each member, in order. */
    static Map<String, List<TopicPartition>> nothingEach(Map<String, Member> members) {
        Map<String, List<TopicPartition>> shares = new LinkedHashMap<>();
        inOrder(members).forEach(id -> shares.put(id, new ArrayList<>()));
        return shares;
    }
}
