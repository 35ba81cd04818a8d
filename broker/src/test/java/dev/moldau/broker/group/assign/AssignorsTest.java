package dev.moldau.broker.group.assign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What assignors promise, for random members, subscriptions and topics, over several rounds. They
 * end whatever they are given, and an unchanged group stays as it is (FIELD-REPORTS 21).
 */
class AssignorsTest {

    private static final long SEED = Long.getLong("moldau.test.seed", System.nanoTime());

    private static final Assignor UNIFORM = new UniformAssignor();
    private static final Assignor RANGE = new RangeAssignor();

    /** A group whose members come and go between assignments. */
    private static final class RandomGroup {
        private final SplittableRandom random;
        private final boolean oneSubscription;
        private final Map<Uuid, Integer> topics = new HashMap<>();
        private final Map<String, Set<Uuid>> subscriptions = new HashMap<>();
        private Map<String, PartitionSet> assignment = new HashMap<>();
        private int born;

        RandomGroup(long seed, boolean oneSubscription) {
            this.random = new SplittableRandom(seed);
            this.oneSubscription = oneSubscription;
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                topics.put(Uuid.random(random), random.nextInt(40));
            }
            for (int i = 1 + random.nextInt(8); i > 0; i--) {
                join();
            }
        }

        void join() {
            Set<Uuid> subscription = new HashSet<>(topics.keySet());
            if (!oneSubscription) {
                subscription.removeIf(_ -> random.nextBoolean());
            }
            subscriptions.put("m" + random.nextInt(1_000) + "-" + born++, subscription);
        }

        void leave() {
            List<String> names = new ArrayList<>(new TreeSet<>(subscriptions.keySet()));
            if (names.size() > 1) {
                subscriptions.remove(names.get(random.nextInt(names.size())));
            }
        }

        void grow() {
            topics.replaceAll((_, count) -> random.nextInt(4) == 0 ? count + 3 : count);
        }

        AssignmentTask task() {
            List<AssignmentTask.Member> members = new ArrayList<>();
            subscriptions.forEach(
                    (id, subscription) ->
                            members.add(
                                    new AssignmentTask.Member(
                                            id,
                                            null,
                                            subscription,
                                            assignment.getOrDefault(id, PartitionSet.EMPTY))));
            return new AssignmentTask(members, topics);
        }

        void assign(Assignor assignor) {
            assignment = assignor.assign(task());
        }

        Set<Uuid> subscription(String member) {
            return subscriptions.getOrDefault(member, Set.of());
        }

        PartitionSet of(String member) {
            return assignment.getOrDefault(member, PartitionSet.EMPTY);
        }

        /** Everything that somebody wants is somebody's, once, and nobody's unwanted. */
        void checkComplete() {
            assertThat(assignment.keySet()).isEqualTo(subscriptions.keySet());
            Set<String> given = new HashSet<>();
            assignment.forEach(
                    (member, share) ->
                            share.forEach(
                                    (topic, partition) -> {
                                        assertThat(subscription(member)).contains(topic);
                                        assertThat(partition).isLessThan(topics.get(topic));
                                        assertThat(given.add(topic + "-" + partition)).isTrue();
                                    }));
            Set<Uuid> wanted = new HashSet<>();
            subscriptions.values().forEach(wanted::addAll);
            int partitions = wanted.stream().mapToInt(topics::get).sum();
            assertThat(given).hasSize(partitions);
        }
    }

    static List<Long> seeds() {
        System.out.println("AssignorsTest: -Dmoldau.test.seed=" + SEED);
        return new SplittableRandom(SEED).longs(150).boxed().toList();
    }

    private static void change(RandomGroup group) {
        switch (group.random.nextInt(4)) {
            case 0 -> group.leave();
            case 1 -> group.grow();
            default -> group.join();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyPartitionGoesToOneOfItsSubscribers(long seed) {
        for (Assignor assignor : Assignor.ALL) {
            RandomGroup group = new RandomGroup(seed, seed % 2 == 0);
            for (int round = 0; round < 6; round++) {
                group.assign(assignor);
                group.checkComplete();
                change(group);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void withOneSubscriptionNobodyHasTwoMoreThanAnother(long seed) {
        RandomGroup group = new RandomGroup(seed, true);
        for (int round = 0; round < 6; round++) {
            group.assign(UNIFORM);
            var sizes = group.assignment.values().stream().mapToInt(PartitionSet::size);
            var bounds = sizes.summaryStatistics();
            assertThat(bounds.getMax() - bounds.getMin()).isLessThanOrEqualTo(1);
            change(group);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void withDifferentSubscriptionsNoMoveWouldBringTwoMembersCloser(long seed) {
        RandomGroup group = new RandomGroup(seed, false);
        for (int round = 0; round < 6; round++) {
            group.assign(UNIFORM);
            for (String rich : group.subscriptions.keySet()) {
                for (String poor : group.subscriptions.keySet()) {
                    boolean couldGive =
                            group.of(rich).topics().stream()
                                    .anyMatch(group.subscription(poor)::contains);
                    if (couldGive) {
                        assertThat(group.of(rich).size() - group.of(poor).size())
                                .isLessThanOrEqualTo(1);
                    }
                }
            }
            change(group);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void uniformMovesNoMoreThanItMustWhenOneJoinsOrLeaves(long seed) {
        RandomGroup group = new RandomGroup(seed, true);
        group.assign(UNIFORM);
        for (int round = 0; round < 6; round++) {
            Map<String, PartitionSet> before = group.assignment;
            int partitions = before.values().stream().mapToInt(PartitionSet::size).sum();
            boolean joins = group.random.nextBoolean() || group.subscriptions.size() == 1;
            if (joins) {
                group.join();
            } else {
                group.leave();
            }
            group.assign(UNIFORM);
            int moved = 0;
            for (String member : group.subscriptions.keySet()) {
                PartitionSet had = before.getOrDefault(member, PartitionSet.EMPTY);
                moved += group.of(member).minus(had).size();
            }
            int members = group.subscriptions.size();
            int must =
                    joins
                            ? partitions / members
                            : before.entrySet().stream()
                                    .filter(e -> !group.subscriptions.containsKey(e.getKey()))
                                    .mapToInt(e -> e.getValue().size())
                                    .sum();
            assertThat(moved).isLessThanOrEqualTo(must);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anUnchangedGroupKeepsItsAssignment(long seed) {
        for (Assignor assignor : Assignor.ALL) {
            RandomGroup group = new RandomGroup(seed, seed % 2 == 0);
            group.assign(assignor);
            Map<String, PartitionSet> before = group.assignment;
            group.assign(assignor);
            assertThat(group.assignment).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rangePutsEqualTopicsTogether(long seed) {
        RandomGroup group = new RandomGroup(seed, true);
        int count = 1 + group.random.nextInt(30);
        group.topics.replaceAll((_, _) -> count);
        for (int round = 0; round < 6; round++) {
            group.assign(RANGE);
            for (PartitionSet share : group.assignment.values()) {
                List<int[]> each = new ArrayList<>();
                for (Uuid topic : group.topics.keySet()) {
                    int[] range = share.partitions(topic);
                    each.add(range);
                    for (int i = 1; i < range.length; i++) {
                        assertThat(range[i]).isEqualTo(range[i - 1] + 1);
                    }
                }
                assertThat(each).allSatisfy(r -> assertThat(r).isEqualTo(each.getFirst()));
            }
            if (group.random.nextBoolean()) {
                group.join();
            } else {
                group.leave();
            }
        }
    }

    @Test
    void aNewMemberOfARangedGroupGetsTheEnd() {
        Uuid topic = new Uuid(1, 1);
        Set<Uuid> all = Set.of(topic);
        AssignmentTask task =
                new AssignmentTask(
                        List.of(
                                new AssignmentTask.Member("a", null, all, PartitionSet.EMPTY),
                                new AssignmentTask.Member(
                                        "c", null, all, PartitionSet.of(topic, 0, 1, 2)),
                                new AssignmentTask.Member(
                                        "b", null, all, PartitionSet.of(topic, 3, 4, 5))),
                        Map.of(topic, 6));
        assertThat(RANGE.assign(task))
                .isEqualTo(
                        Map.of(
                                "c", PartitionSet.of(topic, 0, 1),
                                "b", PartitionSet.of(topic, 2, 3),
                                "a", PartitionSet.of(topic, 4, 5)));
    }

    @Test
    void aMemberAmongFiftyTakesItsShareOfAThousandAndNothingElseMoves() {
        Uuid topic = new Uuid(1, 1);
        Map<String, PartitionSet> before = Map.of();
        for (int size = 50; size <= 51; size++) {
            List<AssignmentTask.Member> members = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                String id = "m" + i;
                PartitionSet had = before.getOrDefault(id, PartitionSet.EMPTY);
                members.add(new AssignmentTask.Member(id, null, Set.of(topic), had));
            }
            var after = UNIFORM.assign(new AssignmentTask(members, Map.of(topic, 1_000)));
            int lost = 0;
            for (String id : before.keySet()) {
                PartitionSet had = before.getOrDefault(id, PartitionSet.EMPTY);
                PartitionSet has = after.getOrDefault(id, PartitionSet.EMPTY);
                assertThat(has.minus(had).isEmpty()).isTrue();
                lost += had.minus(has).size();
            }
            assertThat(lost).isEqualTo(size == 50 ? 0 : 19);
            before = after;
        }
    }
}
