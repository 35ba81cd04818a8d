package dev.moldau.broker.group.assign;

import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Gives every member a range of each topic, so that topics with the same members and the same
 * number of partitions are shared out alike: who has partition 3 of one has partition 3 of the
 * other.
 *
 * <p>Members keep the order that their ranges had, and new ones come last, so that of a growing
 * group every member keeps the front of what it had, and of a shrinking one only those behind the
 * gap move up.
 */
final class RangeAssignor implements Assignor {

    @Override
    public String name() {
        return "range";
    }

    @Override
    public Map<String, PartitionSet> assign(AssignmentTask task) {
        Map<String, PartitionSet.Builder> shares = new HashMap<>();
        TreeMap<Uuid, Set<AssignmentTask.Member>> subscribers = new TreeMap<>();
        for (AssignmentTask.Member member : task.members()) {
            shares.put(member.id(), PartitionSet.builder());
            for (Uuid topicId : member.topics()) {
                subscribers.computeIfAbsent(topicId, _ -> new HashSet<>()).add(member);
            }
        }
        Map<Set<AssignmentTask.Member>, List<Uuid>> topicsOfTheSame = new HashMap<>();
        subscribers.forEach(
                (topicId, members) ->
                        topicsOfTheSame
                                .computeIfAbsent(members, _ -> new ArrayList<>())
                                .add(topicId));
        topicsOfTheSame.forEach(
                (members, topics) -> {
                    List<AssignmentTask.Member> ordered = inOrderOfRanges(members, topics);
                    for (Uuid topicId : topics) {
                        share(topicId, task.partitionCount(topicId), ordered, shares);
                    }
                });
        Map<String, PartitionSet> assignment = new HashMap<>();
        shares.forEach((memberId, share) -> assignment.put(memberId, share.build()));
        return assignment;
    }

    private static void share(
            Uuid topicId,
            int partitions,
            List<AssignmentTask.Member> members,
            Map<String, PartitionSet.Builder> shares) {
        int each = partitions / members.size();
        int withOneMore = partitions % members.size();
        int next = 0;
        for (int i = 0; i < members.size(); i++) {
            PartitionSet.Builder share = shares.get(members.get(i).id());
            int end = next + each + (i < withOneMore ? 1 : 0);
            for (; share != null && next < end; next++) {
                share.add(topicId, next);
            }
        }
    }

    private static List<AssignmentTask.Member> inOrderOfRanges(
            Collection<AssignmentTask.Member> members, List<Uuid> topics) {
        Map<String, Integer> places = new HashMap<>();
        members.forEach(member -> places.put(member.id(), place(member.before(), topics)));
        return members.stream()
                .sorted(
                        Comparator.comparingInt(
                                        (AssignmentTask.Member member) ->
                                                places.getOrDefault(member.id(), 0))
                                .thenComparing(AssignmentTask.Member::lastingName)
                                .thenComparing(AssignmentTask.Member::id))
                .toList();
    }

    /** Where the member's ranges began; the end of the line for one that had none. */
    private static int place(PartitionSet before, List<Uuid> topics) {
        int first = Integer.MAX_VALUE;
        for (Uuid topicId : topics) {
            int[] range = before.partitions(topicId);
            if (range.length > 0) {
                first = Math.min(first, range[0]);
            }
        }
        return first;
    }
}
