package dev.moldau.client.consumer.assign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.consumer.assign.PartitionAssignor.Member;
import dev.moldau.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.junit.jupiter.api.Test;

/**
 * The four assignors of classic groups, with Kafka's as judges. {@code -Dmoldau.test.seed=} repeats
 * one group.
 */
class AssignorsTest {

    private static final int GROUPS = 400;
    private static final int CHANGES = 6;

    private static void forRandomGroups(boolean alike, Consumer<RandomGroup> test) {
        Long fixed = Long.getLong("moldau.test.seed");
        long begin = fixed != null ? fixed : System.nanoTime();
        for (int i = 0; i < (fixed == null ? GROUPS : 1); i++) {
            Random random = new Random(begin + i);
            RandomGroup group = new RandomGroup(random, alike);
            try {
                for (int change = 0; change < CHANGES; change++) {
                    test.accept(group);
                    if (random.nextBoolean() || group.topics.size() < 2) {
                        group.join();
                    } else {
                        group.leave();
                    }
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("-Dmoldau.test.seed=" + (begin + i) + ": " + group, e);
            }
        }
    }

    private static Map<String, Set<TopicPartition>> sets(Map<String, List<TopicPartition>> shares) {
        Map<String, Set<TopicPartition>> sets = new HashMap<>();
        shares.forEach((id, share) -> sets.put(id, Set.copyOf(share)));
        return sets;
    }

    @Test
    void rangesAreThoseThatKafkaMakes() {
        for (boolean alike : List.of(true, false)) {
            forRandomGroups(
                    alike,
                    group ->
                            assertThat(
                                            sets(
                                                    new RangeAssignor()
                                                            .assign(group.counts, group.members())))
                                    .isEqualTo(
                                            sets(
                                                    group.sharesOf(
                                                            new org.apache.kafka.clients.consumer
                                                                    .RangeAssignor()))));
        }
    }

    @Test
    void roundsAreThoseThatKafkaMakes() {
        for (boolean alike : List.of(true, false)) {
            forRandomGroups(
                    alike,
                    group ->
                            assertThat(
                                            sets(
                                                    new RoundRobinAssignor()
                                                            .assign(group.counts, group.members())))
                                    .isEqualTo(
                                            sets(
                                                    group.sharesOf(
                                                            new org.apache.kafka.clients.consumer
                                                                    .RoundRobinAssignor()))));
        }
    }

    @Test
    void sticksAsMuchAsKafkaDoesWhereAllSubscribeToTheSame() {
        forRandomGroups(
                true,
                group -> {
                    Map<String, List<TopicPartition>> ours =
                            new StickyAssignor().assign(group.counts, group.members());
                    Map<String, List<TopicPartition>> kafkas =
                            group.sharesOf(
                                    new org.apache.kafka.clients.consumer.StickyAssignor(),
                                    userData(group));
                    checkComplete(group, ours);
                    assertThat(sizes(ours)).isEqualTo(sizes(kafkas));
                    assertThat(group.moved(ours)).isLessThanOrEqualTo(group.moved(kafkas));
                    group.give(ours);
                });
    }

    @Test
    void noSingleMoveWouldBeFairerHoweverMembersSubscribe() {
        forRandomGroups(
                false,
                group -> {
                    Map<String, List<TopicPartition>> shares =
                            new StickyAssignor().assign(group.counts, group.members());
                    checkComplete(group, shares);
                    checkFair(group, shares);
                    group.give(shares);
                    assertThat(sets(new StickyAssignor().assign(group.counts, group.members())))
                            .as("nothing moves without a reason")
                            .isEqualTo(sets(shares));
                });
    }

    /**
     * FIELD-REPORTS row 21: whatever happens to the group, what moves is given up in one rebalance
     * and is in its new place after the next one, and then nothing moves any more. Where members
     * want different topics, what the first one left free may be worth another move.
     */
    @Test
    void cooperationComesToRestSoon() {
        for (boolean alike : List.of(true, false)) {
            forRandomGroups(
                    alike,
                    group -> {
                        CooperativeStickyAssignor assignor = new CooperativeStickyAssignor();
                        Map<String, List<TopicPartition>> shares = Map.of();
                        for (int rebalance = 0; rebalance < (alike ? 2 : 4); rebalance++) {
                            shares = assignor.assign(group.counts, group.members());
                            checkNobodyHasWhatAnotherHas(group, shares);
                            group.give(shares);
                        }
                        checkComplete(group, shares);
                        checkFair(group, shares);
                        assertThat(sets(assignor.assign(group.counts, group.members())))
                                .isEqualTo(sets(shares));
                    });
        }
    }

    private static void checkNobodyHasWhatAnotherHas(
            RandomGroup group, Map<String, List<TopicPartition>> shares) {
        Map<TopicPartition, String> before = new HashMap<>();
        group.owned().forEach((id, had) -> had.forEach(p -> before.put(p, id)));
        shares.forEach(
                (id, share) ->
                        assertThat(share).allMatch(p -> before.getOrDefault(p, id).equals(id)));
    }

    private static void checkComplete(RandomGroup group, Map<String, List<TopicPartition>> shares) {
        assertThat(shares.keySet()).isEqualTo(group.topics.keySet());
        Set<TopicPartition> given = new HashSet<>();
        shares.forEach(
                (id, share) ->
                        share.forEach(
                                partition -> {
                                    assertThat(group.topics.get(id)).contains(partition.topic());
                                    assertThat(given.add(partition)).as("%s", partition).isTrue();
                                }));
        int wanted =
                group.counts.entrySet().stream()
                        .filter(
                                topic ->
                                        group.topics.values().stream()
                                                .anyMatch(t -> t.contains(topic.getKey())))
                        .mapToInt(Map.Entry::getValue)
                        .sum();
        assertThat(given).hasSize(wanted);
    }

    private static void checkFair(RandomGroup group, Map<String, List<TopicPartition>> shares) {
        shares.forEach(
                (from, share) ->
                        shares.forEach(
                                (to, less) -> {
                                    if (less.size() + 1 < share.size()) {
                                        assertThat(share)
                                                .as("%s could give to %s", from, to)
                                                .noneMatch(
                                                        p ->
                                                                group.topics
                                                                        .getOrDefault(to, Set.of())
                                                                        .contains(p.topic()));
                                    }
                                }));
    }

    private static List<Integer> sizes(Map<String, List<TopicPartition>> shares) {
        return shares.values().stream().map(List::size).sorted().toList();
    }

    /** What Kafka's assignor in each member says of what its member has. */
    // Kafka means to replace the class by an interface of the same name.
    @SuppressWarnings("removal")
    private static Map<String, ByteBuffer> userData(RandomGroup group) {
        Map<String, ByteBuffer> userData = new HashMap<>();
        group.owned()
                .forEach(
                        (id, had) -> {
                            org.apache.kafka.clients.consumer.StickyAssignor kafkas =
                                    new org.apache.kafka.clients.consumer.StickyAssignor();
                            kafkas.onAssignment(
                                    new Assignment(RandomGroup.kafkas(had)),
                                    new ConsumerGroupMetadata("g"));
                            userData.put(id, kafkas.subscriptionUserData(Set.of()));
                        });
        return userData;
    }

    /** Members of ours and of Kafka's may be in one group, whoever leads it. */
    @Test
    void whatKafkasMembersSayThatTheyHaveIsUnderstood() {
        forRandomGroups(
                true,
                group -> {
                    Map<String, List<TopicPartition>> shares =
                            new StickyAssignor().assign(group.counts, group.members());
                    group.give(shares);
                    Map<String, Member> members = new LinkedHashMap<>();
                    Map<String, ByteBuffer> userData = userData(group);
                    group.members()
                            .forEach(
                                    (id, member) ->
                                            members.put(
                                                    id,
                                                    new Member(
                                                            member.topics(),
                                                            List.of(),
                                                            -1,
                                                            member.instanceId(),
                                                            userData.get(id))));
                    assertThat(sets(new StickyAssignor().assign(group.counts, members)))
                            .isEqualTo(sets(shares));
                });
    }

    @Test
    void kafkasLeaderUnderstandsWhatOursSayThatTheyHave() {
        forRandomGroups(
                true,
                group -> {
                    Map<String, List<TopicPartition>> shares =
                            new StickyAssignor().assign(group.counts, group.members());
                    group.give(shares);
                    Map<String, ByteBuffer> userData = new HashMap<>();
                    shares.forEach(
                            (id, share) -> {
                                StickyAssignor ours = new StickyAssignor();
                                ours.assigned(share, 3);
                                userData.put(id, ours.userData());
                            });
                    assertThat(
                                    sets(
                                            group.sharesOf(
                                                    new org.apache.kafka.clients.consumer
                                                            .StickyAssignor(),
                                                    userData)))
                            .isEqualTo(sets(shares));
                });
    }

    /**
     * FIELD-REPORTS row 23: a member that missed a generation still claims what another one has got
     * since. The later claim counts; of two of one generation neither.
     */
    @Test
    void ofTwoWhoClaimAPartitionTheOneOfTheLaterGenerationHasIt() {
        TopicPartition p0 = new TopicPartition("t", 0);
        TopicPartition p1 = new TopicPartition("t", 1);
        for (PartitionAssignor assignor :
                List.of(new StickyAssignor(), new CooperativeStickyAssignor())) {
            Map<String, Member> members = new HashMap<>();
            members.put("late", member(List.of(p0, p1), 5));
            members.put("now", member(List.of(p0), 6));
            Map<String, List<TopicPartition>> shares = assignor.assign(Map.of("t", 2), members);
            assertThat(shares.get("now")).as(assignor.name()).containsExactly(p0);
            assertThat(shares.get("late")).containsExactly(p1);
            members.put("late", member(List.of(p0, p1), 6));
            List<TopicPartition> all = new ArrayList<>();
            assignor.assign(Map.of("t", 2), members).values().forEach(all::addAll);
            assertThat(all).containsExactlyInAnyOrder(p0, p1);
        }
    }

    private static Member member(List<TopicPartition> owned, int generation) {
        return new Member(Set.of("t"), owned, generation, null, null);
    }
}
