package dev.moldau.client.consumer.assign;

import dev.moldau.client.consumer.assign.PartitionAssignor.Member;
import dev.moldau.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.jspecify.annotations.Nullable;

/** Topics and members by chance, told to our assignors and to Kafka's alike. */
final class RandomGroup {

    final Map<String, Integer> counts = new TreeMap<>();
    final Map<String, Set<String>> topics = new TreeMap<>();
    private final Map<String, String> instances = new HashMap<>();
    private final Map<String, List<TopicPartition>> owned = new HashMap<>();
    private final Random random;
    private final boolean alike;
    private int named;
    private int generation = 1;

    /**
     * @param alike whether all members subscribe to all topics
     */
    RandomGroup(Random random, boolean alike) {
        this.random = random;
        this.alike = alike;
        int topicCount = 1 + random.nextInt(5);
        for (int i = 0; i < topicCount; i++) {
            counts.put("topic-" + i, 1 + random.nextInt(12));
        }
        int members = 1 + random.nextInt(7);
        for (int i = 0; i < members; i++) {
            join();
        }
    }

    void join() {
        // Kafka's members are not in the order of their coming either.
        String id = "member-" + random.nextInt(100) + "-" + named++;
        Set<String> wanted = new TreeSet<>(counts.keySet());
        if (!alike) {
            wanted.removeIf(topic -> random.nextInt(3) == 0);
            if (random.nextInt(5) == 0) {
                wanted.add("not-there");
            }
        }
        topics.put(id, wanted);
        if (random.nextInt(3) == 0) {
            instances.put(id, "instance-" + random.nextInt(100) + "-" + named);
        }
    }

    void leave() {
        List<String> ids = List.copyOf(topics.keySet());
        String gone = ids.get(random.nextInt(ids.size()));
        topics.remove(gone);
        owned.remove(gone);
    }

    /** What the members have from now on; begins another generation. */
    void give(Map<String, List<TopicPartition>> shares) {
        owned.clear();
        owned.putAll(shares);
        generation++;
    }

    Map<String, List<TopicPartition>> owned() {
        return Map.copyOf(owned);
    }

    private List<TopicPartition> ownedBy(String id) {
        return owned.getOrDefault(id, List.of());
    }

    Map<String, Member> members() {
        Map<String, Member> members = new HashMap<>();
        topics.forEach(
                (id, wanted) ->
                        members.put(
                                id,
                                new Member(
                                        wanted, ownedBy(id), generation, instances.get(id), null)));
        return members;
    }

    /** The shares that one of Kafka's assignors makes. */
    Map<String, List<TopicPartition>> sharesOf(AbstractPartitionAssignor kafkas) {
        return sharesOf(kafkas, null);
    }

    /** The same, where members tell what they have as user data of Kafka's. */
    Map<String, List<TopicPartition>> sharesOf(
            AbstractPartitionAssignor kafkas, @Nullable Map<String, ByteBuffer> userData) {
        Map<String, Subscription> subscriptions = new HashMap<>();
        topics.forEach(
                (id, wanted) -> {
                    Subscription one =
                            new Subscription(
                                    List.copyOf(wanted),
                                    userData == null ? null : userData.get(id),
                                    userData == null ? kafkas(ownedBy(id)) : List.of(),
                                    generation,
                                    Optional.empty());
                    one.setGroupInstanceId(Optional.ofNullable(instances.get(id)));
                    subscriptions.put(id, one);
                });
        Map<String, List<TopicPartition>> shares = new HashMap<>();
        kafkas.assign(counts, subscriptions).forEach((id, share) -> shares.put(id, ours(share)));
        return shares;
    }

    static List<org.apache.kafka.common.TopicPartition> kafkas(List<TopicPartition> partitions) {
        return partitions.stream()
                .map(p -> new org.apache.kafka.common.TopicPartition(p.topic(), p.partition()))
                .toList();
    }

    private static List<TopicPartition> ours(
            List<org.apache.kafka.common.TopicPartition> partitions) {
        return new ArrayList<>(
                partitions.stream()
                        .map(p -> new TopicPartition(p.topic(), p.partition()))
                        .toList());
    }

    /** How many partitions are where another member had them, or nobody. */
    int moved(Map<String, List<TopicPartition>> shares) {
        int moved = 0;
        for (Map.Entry<String, List<TopicPartition>> share : shares.entrySet()) {
            List<TopicPartition> had = ownedBy(share.getKey());
            moved += (int) share.getValue().stream().filter(p -> !had.contains(p)).count();
        }
        return moved;
    }

    @Override
    public String toString() {
        return counts + " for " + topics + ", who had " + owned + ", static " + instances;
    }
}
