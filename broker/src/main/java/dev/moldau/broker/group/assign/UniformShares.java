package dev.moldau.broker.group.assign;

import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The shares of a uniform assignment while they are made. Members and topics are numbers in here;
 * lives for one assignment.
 */
final class UniformShares {

    private static final int NOBODY = -1;

    private final List<AssignmentTask.Member> members;
    private final List<Uuid> topics;

    /** By topic and partition, who has it. */
    private final int[][] owners;

    /** By topic, the members that subscribed to it. */
    private final int[][] subscribers;

    /** By member, how many partitions it has. */
    private final int[] loads;

    private final boolean oneSubscription;

    UniformShares(AssignmentTask task) {
        members =
                task.members().stream()
                        .sorted(
                                Comparator.comparing(AssignmentTask.Member::lastingName)
                                        .thenComparing(AssignmentTask.Member::id))
                        .toList();
        Map<Uuid, List<Integer>> subscribed = new HashMap<>();
        Set<Set<Uuid>> different = new HashSet<>();
        for (int m = 0; m < members.size(); m++) {
            different.add(members.get(m).topics());
            for (Uuid topicId : members.get(m).topics()) {
                if (task.partitionCount(topicId) > 0) {
                    subscribed.computeIfAbsent(topicId, _ -> new ArrayList<>()).add(m);
                }
            }
        }
        oneSubscription = different.size() <= 1;
        // Those with the fewest takers first: the others can still make up for them.
        topics =
                subscribed.keySet().stream()
                        .sorted(
                                Comparator.comparingInt(
                                                (Uuid id) ->
                                                        subscribed
                                                                .getOrDefault(id, List.of())
                                                                .size())
                                        .thenComparing(Comparator.naturalOrder()))
                        .toList();
        owners = new int[topics.size()][];
        subscribers = new int[topics.size()][];
        for (int t = 0; t < topics.size(); t++) {
            owners[t] = new int[task.partitionCount(topics.get(t))];
            Arrays.fill(owners[t], NOBODY);
            subscribers[t] =
                    subscribed.getOrDefault(topics.get(t), List.of()).stream()
                            .mapToInt(Integer::intValue)
                            .toArray();
        }
        loads = new int[members.size()];
    }

    boolean isOneSubscription() {
        return oneSubscription;
    }

    private void give(int topic, int partition, int member) {
        owners[topic][partition] = member;
        loads[member]++;
    }

    private void release(int topic, int partition) {
        loads[owners[topic][partition]]--;
        owners[topic][partition] = NOBODY;
    }

    /** Everybody has again what it had, where it still may. */
    void keepWhatCanStay() {
        Map<Uuid, Integer> numbers = new HashMap<>();
        for (int t = 0; t < topics.size(); t++) {
            numbers.put(topics.get(t), t);
        }
        for (int m = 0; m < members.size(); m++) {
            AssignmentTask.Member member = members.get(m);
            int taker = m;
            member.before()
                    .forEach(
                            (topicId, partition) -> {
                                Integer t = numbers.get(topicId);
                                if (t != null
                                        && member.topics().contains(topicId)
                                        && partition < owners[t].length
                                        && owners[t][partition] == NOBODY) {
                                    give(t, partition, taker);
                                }
                            });
        }
    }

    /** With one subscription: whoever has more than its share lets the surplus go. */
    void releaseSurplus() {
        if (members.isEmpty()) {
            return;
        }
        int partitions = Arrays.stream(owners).mapToInt(topic -> topic.length).sum();
        int each = partitions / members.size();
        int withOneMore = partitions % members.size();
        int[] allowed = new int[members.size()];
        for (int m = 0; m < members.size(); m++) {
            boolean oneMore = withOneMore > 0 && loads[m] > each;
            withOneMore -= oneMore ? 1 : 0;
            allowed[m] = oneMore ? each + 1 : each;
        }
        for (int t = topics.size() - 1; t >= 0; t--) {
            for (int p = owners[t].length - 1; p >= 0; p--) {
                int owner = owners[t][p];
                if (owner != NOBODY && loads[owner] > allowed[owner]) {
                    release(t, p);
                }
            }
        }
    }

    /** What nobody has goes to whoever has least. */
    void giveOut() {
        PriorityQueue<Integer> leastFirst =
                new PriorityQueue<>(
                        Comparator.comparingInt((Integer m) -> loads[m])
                                .thenComparing(Comparator.naturalOrder()));
        for (int t = 0; t < topics.size(); t++) {
            leastFirst.clear();
            for (int member : subscribers[t]) {
                leastFirst.add(member);
            }
            for (int p = 0; p < owners[t].length; p++) {
                if (owners[t][p] == NOBODY) {
                    int member = leastFirst.remove();
                    give(t, p, member);
                    leastFirst.add(member);
                }
            }
        }
    }

    /**
     * Moves partitions from who has more to who has less, for as long as that brings the two
     * closer. Each move makes the sum of the squares of all loads smaller, so it ends.
     */
    void level() {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (int t = 0; t < topics.size(); t++) {
                moved |= level(t);
            }
        }
    }

    private boolean level(int topic) {
        boolean moved = false;
        int least = leastLoaded(topic);
        for (int p = 0; p < owners[topic].length; p++) {
            if (loads[owners[topic][p]] - loads[least] > 1) {
                release(topic, p);
                give(topic, p, least);
                least = leastLoaded(topic);
                moved = true;
            }
        }
        return moved;
    }

    private int leastLoaded(int topic) {
        int least = subscribers[topic][0];
        for (int member : subscribers[topic]) {
            if (loads[member] < loads[least]) {
                least = member;
            }
        }
        return least;
    }

    Map<String, PartitionSet> result() {
        List<PartitionSet.Builder> shares = new ArrayList<>();
        for (int m = 0; m < members.size(); m++) {
            shares.add(PartitionSet.builder());
        }
        for (int t = 0; t < topics.size(); t++) {
            for (int p = 0; p < owners[t].length; p++) {
                shares.get(owners[t][p]).add(topics.get(t), p);
            }
        }
        Map<String, PartitionSet> assignment = new HashMap<>();
        for (int m = 0; m < members.size(); m++) {
            assignment.put(members.get(m).id(), shares.get(m).build());
        }
        return assignment;
    }
}
