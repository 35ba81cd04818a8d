package dev.moldau.broker.group;

import static dev.moldau.broker.group.ConsumersUnderTest.GROUP;
import static dev.moldau.broker.group.ConsumersUnderTest.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.group.ConsumersUnderTest.Client;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerProtocolSubscription;
import dev.moldau.protocol.message.ConsumerProtocolSubscriptionCodec;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Groups change their protocol while they live, in both directions. */
class ConversionTest {

    private ConsumersUnderTest consumers = new ConsumersUnderTest();

    private GroupsUnderTest groups() {
        return consumers.groups;
    }

    private EmbeddedProtocol embedded() {
        return new EmbeddedProtocol(groups().topics);
    }

    private static ByteBuffer metadata(PartitionSet owned, int generation, String... topics) {
        WireWriter out = new WireWriter();
        out.writeInt16((short) 3);
        List<ConsumerProtocolSubscription.TopicPartitions> partitions = new ArrayList<>();
        owned.forEach(
                (_, partition) ->
                        partitions.add(
                                new ConsumerProtocolSubscription.TopicPartitions(
                                        "t", List.of(partition))));
        ConsumerProtocolSubscriptionCodec.INSTANCE.write(
                new ConsumerProtocolSubscription(
                        Arrays.asList(topics), null, partitions, generation, null),
                out,
                (short) 3);
        return out.toBuffer();
    }

    /** A consumer of the classic protocol with the cooperative assignor. */
    private final class Classic {
        String id;
        final @Nullable String instanceId;
        int generation = -1;
        PartitionSet owned = PartitionSet.EMPTY;

        Classic(String id, @Nullable String instanceId) {
            this.id = id;
            this.instanceId = instanceId;
        }

        CompletionStage<JoinResult> startJoin() {
            return groups().joinStatic(
                            id,
                            instanceId,
                            new Protocol("cooperative-sticky", metadata(owned, generation, "t")));
        }

        /** Joins and syncs as a member of a consumer group does. */
        void rejoin() {
            JoinResult joined = groups().now(startJoin());
            assertThat(joined.error()).isEqualTo(ErrorCode.NONE);
            assertThat(joined.leaderId()).isEmpty();
            id = joined.memberId();
            generation = joined.generation();
            SyncResult synced = groups().now(groups().sync(id, generation, Map.of()));
            assertThat(synced.error()).isEqualTo(ErrorCode.NONE);
            owned = embedded().assigned(synced.assignment()).orElseThrow();
        }

        /** Joins again for as long as it is called to. */
        void follow() {
            for (int i = 0; beat() == ErrorCode.REBALANCE_IN_PROGRESS; i++) {
                assertThat(i).as("rounds of joining").isLessThan(5);
                rejoin();
            }
        }

        ErrorCode beat() {
            return instanceId == null
                    ? groups().heartbeat(id, generation)
                    : groups().heartbeat(id, instanceId, generation);
        }
    }

    /** A stable classic group whose leader shares topic t out. */
    private List<Classic> classicGroup(int members) {
        List<Classic> all = new ArrayList<>();
        List<CompletionStage<JoinResult>> joins = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            Classic classic = new Classic("", "static-" + i);
            all.add(classic);
            joins.add(classic.startJoin());
        }
        groups().pass(10);
        for (int i = 0; i < members; i++) {
            if (groups().waits(joins.get(i))) {
                continue;
            }
            JoinResult result = groups().now(joins.get(i));
            all.get(i).id = result.memberId();
            joins.set(i, all.get(i).startJoin());
        }
        groups().pass(10);
        Map<String, ByteBuffer> assignments = new HashMap<>();
        for (int i = 0; i < members; i++) {
            JoinResult result = groups().now(joins.get(i));
            all.get(i).id = result.memberId();
            all.get(i).generation = result.generation();
            PartitionSet share = PartitionSet.EMPTY;
            for (int p = i; p < 4; p += members) {
                share = share.plus(consumers.t(p));
            }
            all.get(i).owned = share;
            assignments.put(result.memberId(), embedded().assignment(share, (short) 3));
        }
        String leader = groups().now(joins.getFirst()).leaderId();
        assertThat(
                        groups().now(groups().sync(leader, all.getFirst().generation, assignments))
                                .error())
                .isEqualTo(ErrorCode.NONE);
        assertThat(groups().state()).isEqualTo("Stable");
        return all;
    }

    @Test
    void aClassicGroupBecomesAConsumerGroupAndNothingMovesThatNeedNot() {
        List<Classic> classics = classicGroup(2);
        int generation = classics.getFirst().generation;
        Client joiner = consumers.join("new");
        assertThat(consumers.described().epoch()).isEqualTo(generation + 1);
        assertThat(consumers.described().description().members()).hasSize(3);
        assertThat(joiner.owned.isEmpty()).isTrue();

        int kept = 0;
        for (Classic classic : classics) {
            PartitionSet before = classic.owned;
            classic.follow();
            assertThat(classic.owned.minus(before).isEmpty()).as("nobody gets").isTrue();
            kept += classic.owned.size();
        }
        joiner.tell();
        assertThat(kept + joiner.owned.size()).isEqualTo(4);
        assertThat(joiner.owned.size()).isEqualTo(1);
        assertThat(consumers.described().state()).isEqualTo("Stable");
        assertThat(groups().replayed().get(GROUP)).isNotNull();
        assertThat(groups().now(groups().memory())).isEqualTo(groups().replayed());
    }

    @Test
    void classicMembersCommitWithTheirEpochAsGeneration() {
        Classic classic = classicGroup(1).getFirst();
        consumers.join("new");
        ErrorCode before = groups().commitOne(classic.id, classic.generation, "t", 3);
        assertThat(before).isEqualTo(ErrorCode.NONE);
        classic.follow();
        assertThat(groups().commitOne(classic.id, classic.generation - 1, "t", 4))
                .isEqualTo(ErrorCode.ILLEGAL_GENERATION);
    }

    @Test
    void withTheLastMemberOfTheConsumerProtocolTheGroupIsClassicAgain() {
        Classic classic = classicGroup(1).getFirst();
        Client joiner = consumers.join("new");
        classic.follow();
        joiner.tell();
        int epoch = consumers.described().epoch();
        joiner.leave();

        assertThat(groups().describe().state()).isEqualTo("PreparingRebalance");
        assertThat(classic.beat()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        JoinResult joined = groups().now(classic.startJoin());
        assertThat(joined.error()).isEqualTo(ErrorCode.NONE);
        assertThat(joined.generation()).isGreaterThan(epoch);
        assertThat(joined.leaderId()).isEqualTo(classic.id);
        StoredGroup stored = Objects.requireNonNull(groups().replayed().get(GROUP));
        assertThat(stored.consumers()).isNull();
        assertThat(stored.generation()).isNotNull();
    }

    @Test
    void aClassicMemberThatDoesNotJoinAgainIsOut() {
        List<Classic> classics = classicGroup(1);
        Client joiner = consumers.join("new");
        for (int i = 0; i < 14; i++) {
            classics.getFirst().beat();
            joiner.beat();
            groups().pass(5_000);
        }
        joiner.beat();
        assertThat(joiner.owned).isEqualTo(consumers.t(0, 1, 2, 3));
        assertThat(classics.getFirst().beat()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aClassicMemberJoinsAConsumerGroup() {
        Client consumer = consumers.join("a");
        Classic classic = new Classic("", null);
        JoinResult first = groups().now(classic.startJoin());
        assertThat(first.error()).isEqualTo(ErrorCode.NONE);
        classic.id = first.memberId();
        classic.rejoin();
        assertThat(classic.owned.isEmpty()).isTrue();
        consumer.beat();
        consumer.tell();
        assertThat(classic.beat()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        classic.rejoin();
        assertThat(classic.owned.size()).isEqualTo(2);
        assertThat(classic.beat()).isEqualTo(ErrorCode.NONE);
        assertThat(consumers.described().member(classic.id).classic()).isTrue();

        LeaveResult left = groups().leave(classic.id);
        assertThat(left.members().getFirst().error()).isEqualTo(ErrorCode.NONE);
        assertThat(consumer.beat().assignment()).isEqualTo(consumers.t(0, 1, 2, 3));
    }

    @Test
    void aStaticMemberTakesItsPartitionsIntoTheOtherProtocol() {
        List<Classic> classics = classicGroup(2);
        PartitionSet owned = classics.get(1).owned;
        Client upgraded = consumers.join("new", "static-1", "t");
        assertThat(upgraded.owned).isEqualTo(owned);
        assertThat(classics.getFirst().beat()).isEqualTo(ErrorCode.NONE);
        assertThat(classics.get(1).beat()).isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        assertThat(consumers.described().state()).isEqualTo("Stable");
    }

    @Test
    void anEmptyGroupTakesWhateverComesAndItsNumbersGoOn() {
        Classic classic = classicGroup(1).getFirst();
        groups().commitOne(classic.id, classic.generation, "t", 7);
        groups().leave(classic.id);
        int generation = groups().storedGeneration().generation();
        Client consumer = consumers.join("a");
        assertThat(consumer.epoch).isEqualTo(generation + 1);
        assertThat(groups().committed("t")).isEqualTo(7);
        assertThat(groups().replayed().get(GROUP)).isNotNull();
        consumer.leave();
        int epoch = consumers.described().epoch();

        CompletionStage<JoinResult> join = groups().join("", GroupsUnderTest.protocol("range"));
        groups().pass(10);
        JoinResult back = groups().now(join);
        assertThat(back.generation()).isGreaterThan(epoch);
        assertThat(groups().committed("t")).isEqualTo(7);
        assertThat(consumers.described().description().error())
                .isEqualTo(ErrorCode.GROUP_ID_NOT_FOUND);
    }

    @Test
    void thePolicyDecides() {
        consumers =
                new ConsumersUnderTest(ConsumersUnderTest.config(0, 100, MigrationPolicy.DISABLED));
        classicGroup(1);
        ConsumerHeartbeatResult refused =
                consumers.send(command("a", 0, null, Set.of("t"), null, PartitionSet.EMPTY));
        assertThat(refused.error()).isEqualTo(ErrorCode.GROUP_ID_NOT_FOUND);
        assertThat(refused.message()).contains("group.consumer.migration.policy");
        assertThat(groups().state()).isEqualTo("Stable");
    }

    @Test
    void withoutDowngradeTheBrokerGoesOnBalancingClassicMembers() {
        consumers =
                new ConsumersUnderTest(ConsumersUnderTest.config(0, 100, MigrationPolicy.UPGRADE));
        Classic classic = classicGroup(1).getFirst();
        Client joiner = consumers.join("new");
        classic.follow();
        joiner.tell();
        joiner.leave();
        assertThat(classic.beat()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        classic.rejoin();
        assertThat(classic.owned).isEqualTo(consumers.t(0, 1, 2, 3));
        assertThat(consumers.described().state()).isEqualTo("Stable");
    }

    @Test
    void aGroupThatIsRebalancingIsConvertedWhenItHasSettled() {
        classicGroup(1);
        CompletionStage<JoinResult> second =
                groups().join(
                                "",
                                new Protocol(
                                        "cooperative-sticky",
                                        metadata(PartitionSet.EMPTY, -1, "t")));
        assertThat(groups().waits(second)).isTrue();
        assertThat(
                        consumers
                                .send(command("a", 0, null, Set.of("t"), null, PartitionSet.EMPTY))
                                .error())
                .isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
    }

    @Test
    void aGroupOfSomethingElseStaysWhatItIs() {
        CompletionStage<JoinResult> join =
                groups().coordinator
                        .join(
                                new JoinCommand(
                                        GROUP,
                                        "",
                                        null,
                                        "c",
                                        "/h",
                                        10_000,
                                        10_000,
                                        "connect",
                                        List.of(GroupsUnderTest.protocol("x")),
                                        false,
                                        true,
                                        null));
        groups().pass(20);
        JoinResult joined = groups().now(join);
        groups().sync(joined.memberId(), joined.generation(), Map.of());
        assertThat(
                        consumers
                                .send(command("a", 0, null, Set.of("t"), null, PartitionSet.EMPTY))
                                .error())
                .isEqualTo(ErrorCode.GROUP_ID_NOT_FOUND);
    }

    @Test
    void aMixedGroupOutlivesItsCoordinator() {
        Classic classic = classicGroup(1).getFirst();
        Client joiner = consumers.join("new");
        ConsumerGroupDescription before = consumers.described().description();
        ConsumersUnderTest next = new ConsumersUnderTest(groups().restarted());
        assertThat(next.described().description()).isEqualTo(before);
        consumers = next;
        assertThat(classic.beat()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        classic.follow();
        assertThat(
                        next.send(command("new", joiner.epoch, null, null, null, joiner.owned))
                                .assignment())
                .isEqualTo(consumers.t(0, 1, 2, 3).minus(classic.owned));
    }

    @Test
    void aConversionThatIsNotStoredHasNotHappened() {
        Classic classic = classicGroup(1).getFirst();
        groups().log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(
                        consumers
                                .send(command("a", 0, null, Set.of("t"), null, PartitionSet.EMPTY))
                                .error())
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(classic.beat()).isEqualTo(ErrorCode.NONE);
        assertThat(groups().state()).isEqualTo("Stable");
    }
}
