package dev.moldau.client.consumer.assign;

import dev.moldau.client.consumer.assign.PartitionAssignor.Member;
import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shares out so that members have as many partitions as each other, as far as subscriptions allow,
 * and keep what they have, as far as that allows. One use.
 *
 * <p>It ends, whatever members claim: partitions without an owner are given away once, and each
 * move after that takes from a member that has at least two more than the one it gives to, so that
 * the sum of the squares of what members have falls with each.
 */
final class StickyShares {

    private final Map<String, Integer> partitionCounts;
    private final Map<String, Member> members;
    private final Map<String, List<String>> subscribers;
    private final Map<String, List<TopicPartition>> shares;
    private final Map<TopicPartition, String> owners = new HashMap<>();

    StickyShares(Map<String, Integer> partitionCounts, Map<String, Member> members) {
        this.partitionCounts = partitionCounts;
        this.members = members;
        this.subscribers = Members.byTopic(partitionCounts, members);
        this.shares = Members.nothingEach(members);
    }

    /** The shares, where {@link #owners} counts as what members have. */
    Map<String, List<TopicPartition>> compute() {
        findOwners();
        keep();
        giveAway();
        while (moveOne()) {
            // each makes the shares more alike
        }
        return shares;
    }

    /** Who has what now, as far as nobody contests it; after {@link #compute}. */
    Map<TopicPartition, String> owners() {
        return owners;
    }

    /** Of two that claim a partition the one of the later generation has it, or neither. */
    private void findOwners() {
        Map<TopicPartition, Integer> since = new HashMap<>();
        for (String id : Members.inOrder(members)) {
            Member member = members.get(id);
            if (member == null) {
                continue;
            }
            for (TopicPartition partition : member.owned()) {
                int before = since.getOrDefault(partition, Integer.MIN_VALUE);
                if (member.generation() > before) {
                    owners.put(partition, id);
                    since.put(partition, member.generation());
                } else if (member.generation() == before) {
                    owners.remove(partition);
                }
            }
        }
    }

    private void keep() {
        List<TopicPartition> kept = new ArrayList<>(owners.keySet());
        kept.sort(Comparator.naturalOrder());
        for (TopicPartition partition : kept) {
            String owner = owners.get(partition);
            if (exists(partition) && owner != null && subscribes(owner, partition.topic())) {
                share(owner).add(partition);
            }
        }
    }

    private boolean exists(TopicPartition partition) {
        return partition.partition() < partitionCounts.getOrDefault(partition.topic(), 0);
    }

    private boolean subscribes(String id, String topic) {
        Member member = members.get(id);
        return member != null && member.topics().contains(topic);
    }

    private List<TopicPartition> share(String id) {
        List<TopicPartition> share = shares.get(id);
        if (share == null) {
            throw new IllegalStateException(id + " is no member");
        }
        return share;
    }

    private void giveAway() {
        Set<TopicPartition> given = new HashSet<>();
        shares.values().forEach(given::addAll);
        List<String> topics = new ArrayList<>(subscribers.keySet());
        // Those that few can take come first, as the others can make up for them.
        topics.sort(Comparator.comparingInt((String topic) -> candidates(topic).size()));
        for (String topic : topics) {
            for (int i = 0; i < partitionCounts.getOrDefault(topic, 0); i++) {
                TopicPartition partition = new TopicPartition(topic, i);
                if (!given.contains(partition)) {
                    share(poorest(topic)).add(partition);
                }
            }
        }
    }

    private List<String> candidates(String topic) {
        return subscribers.getOrDefault(topic, List.of());
    }

    private String poorest(String topic) {
        List<String> candidates = candidates(topic);
        String poorest = candidates.get(0);
        for (String id : candidates) {
            if (share(id).size() < share(poorest).size()) {
                poorest = id;
            }
        }
        return poorest;
    }

    /** Moves a partition from a member that has much to one that has less, if there are such. */
    private boolean moveOne() {
        List<String> rich = new ArrayList<>(shares.keySet());
        rich.sort(Comparator.comparingInt((String id) -> -share(id).size()));
        for (String id : rich) {
            Move best = bestMove(id);
            if (best != null) {
                share(id).remove(best.partition());
                share(best.to()).add(best.partition());
                return true;
            }
        }
        return false;
    }

    private record Move(TopicPartition partition, String to) {}

    /** What the member had least claim to goes first. */
    private @Nullable Move bestMove(String from) {
        List<TopicPartition> share = share(from);
        Map<String, String> poorestOf = new HashMap<>();
        Move best = null;
        for (int i = share.size() - 1; i >= 0; i--) {
            TopicPartition partition = share.get(i);
            String to = poorestOf.computeIfAbsent(partition.topic(), this::poorest);
            if (share(to).size() + 1 < share.size()
                    && (best == null || share(to).size() < share(best.to()).size())) {
                best = new Move(partition, to);
            }
        }
        return best;
    }
}
