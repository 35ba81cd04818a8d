package dev.moldau.broker.group;

import static dev.moldau.broker.group.ConsumersUnderTest.GROUP;
import static dev.moldau.broker.group.ConsumersUnderTest.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.group.ConsumersUnderTest.Client;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Members of the consumer protocol: joins, reconciliation, epochs, leaves, timers. */
class ConsumerGroupTest {

    private final ConsumersUnderTest consumers = new ConsumersUnderTest();

    @Test
    void theFirstMemberGetsEverythingAtOnce() {
        ConsumerHeartbeatResult result = consumers.join("a").last;
        assertThat(result.memberEpoch()).isEqualTo(1);
        assertThat(result.heartbeatIntervalMs()).isEqualTo(5_000);
        assertThat(result.assignment()).isEqualTo(consumers.t(0, 1, 2, 3));
        assertThat(consumers.described().state()).isEqualTo("Stable");
    }

    @Test
    void theBrokerMakesAnIdForAMemberWithoutOne() {
        ConsumerHeartbeatResult result =
                consumers.send(command("", 0, null, Set.of("t"), null, PartitionSet.EMPTY));
        assertThat(result.error()).isEqualTo(ErrorCode.NONE);
        assertThat(result.memberId()).isNotEmpty();
    }

    @Test
    void aMemberGivesUpBeforeAnotherGetsAndWhatStaysIsNeverTaken() {
        Client a = consumers.join("a");
        Client b = consumers.join("b");
        assertThat(b.owned.isEmpty()).isTrue();
        assertThat(b.epoch).isEqualTo(2);

        assertThat(a.beat().assignment()).isEqualTo(consumers.t(0, 1));
        assertThat(a.epoch).as("until it has given up").isEqualTo(1);
        assertThat(b.beat().assignment())
                .as("not yet released")
                .satisfiesAnyOf(
                        assignment -> assertThat(assignment).isNull(),
                        assignment -> assertThat(assignment).isEqualTo(PartitionSet.EMPTY));
        assertThat(consumers.described().state()).isEqualTo("Reconciling");

        assertThat(a.tell().memberEpoch()).isEqualTo(2);
        assertThat(b.beat().assignment()).isEqualTo(consumers.t(2, 3));
        assertThat(consumers.described().state()).isEqualTo("Stable");
        assertThat(a.owned).isEqualTo(consumers.t(0, 1));
    }

    @Test
    void aMemberThatWaitsForPartitionsIsHeardFromMoreOftenUntilItHasThem() {
        Client a = consumers.join("a");
        Client b = consumers.join("b");
        assertThat(b.last.heartbeatIntervalMs()).isEqualTo(500);
        a.beat();
        assertThat(a.tell().heartbeatIntervalMs()).isEqualTo(5_000);
        assertThat(b.beat().assignment()).isEqualTo(consumers.t(2, 3));
        assertThat(b.last.heartbeatIntervalMs()).isEqualTo(5_000);
    }

    @Test
    void anAssignmentIsRepeatedUntilTheMemberSaysThatItHasIt() {
        Client a = consumers.join("a");
        assertThat(a.beat().assignment()).isEqualTo(consumers.t(0, 1, 2, 3));
        assertThat(a.tell().assignment()).isNull();
        assertThat(a.beat().assignment()).isNull();
    }

    @Test
    void aJoinWhoseAnswerWasLostIsAnsweredAgain() {
        Client a = consumers.join("a");
        assertThat(a.join().memberEpoch()).isEqualTo(1);
        assertThat(a.last.assignment()).isEqualTo(consumers.t(0, 1, 2, 3));
        assertThat(consumers.described().epoch()).isEqualTo(1);
    }

    /** FIELD-REPORTS 25: the answer that raised the epoch is lost, the same request comes again. */
    @Test
    void aMemberThatMissedItsNewEpochIsToldAgainAndNotFenced() {
        Client a = consumers.join("a");
        Client b = consumers.join("b");
        a.beat();
        ConsumerHeartbeatCommand acknowledges =
                command("a", 1, null, null, null, consumers.t(0, 1));
        assertThat(consumers.send(acknowledges).memberEpoch()).isEqualTo(2);

        ConsumerHeartbeatResult again = consumers.send(acknowledges);
        assertThat(again.error()).isEqualTo(ErrorCode.NONE);
        assertThat(again.memberEpoch()).isEqualTo(2);
        assertThat(again.assignment()).isEqualTo(consumers.t(0, 1));

        ConsumerHeartbeatResult bare = consumers.send(command("a", 1, null, null, null, null));
        assertThat(bare.error()).isEqualTo(ErrorCode.NONE);
        assertThat(bare.assignment()).isEqualTo(consumers.t(0, 1));
        assertThat(b.beat().assignment()).isEqualTo(consumers.t(2, 3));
    }

    @Test
    void whatALateRequestSaysOfOwnedPartitionsIsNotBelieved() {
        Client a = consumers.join("a");
        Client b = consumers.join("b");
        a.beat();
        a.tell();
        b.beat();
        consumers.settle(a, b);
        b.leave();
        a.beat();
        assertThat(a.tell().memberEpoch()).isEqualTo(3);
        consumers.join("c");
        a.beat();
        PartitionSet kept = a.owned;
        assertThat(kept.size()).isEqualTo(2);
        // A request of epoch 2 that wanders about says that nothing is owned.
        consumers.send(command("a", 2, null, null, null, PartitionSet.EMPTY));
        assertThat(consumers.described().member("a").epoch()).isEqualTo(3);
        assertThat(consumers.described().state()).isEqualTo("Reconciling");
    }

    @Test
    void aWrongEpochIsFencedAndAnUnknownMemberIsUnknown() {
        Client a = consumers.join("a");
        assertThat(consumers.send(command("a", 7, null, null, null, null)).error())
                .isEqualTo(ErrorCode.FENCED_MEMBER_EPOCH);
        assertThat(consumers.send(command("x", 1, null, null, null, null)).error())
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(a.beat().error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void whoLeavesIsReplacedAndLeavingTwiceDoesNoHarm() {
        Client a = consumers.join("a");
        Client b = consumers.join("b");
        consumers.settle(a, b);
        assertThat(b.leave().memberEpoch()).isEqualTo(-1);
        assertThat(b.leave().error()).isEqualTo(ErrorCode.NONE);
        assertThat(a.beat().assignment()).isEqualTo(consumers.t(0, 1, 2, 3));
        a.leave();
        assertThat(consumers.described().state()).isEqualTo("Empty");
        assertThat(consumers.groups.now(consumers.groups.coordinator.deleteGroup(GROUP)))
                .isEqualTo(ErrorCode.NONE);
        assertThat(consumers.groups.replayed().all()).isEmpty();
    }

    @Test
    void aSilentMemberIsOutAfterItsSession() {
        Client a = consumers.join("a");
        Client b = consumers.join("b");
        consumers.settle(a, b);
        for (int i = 0; i < 10; i++) {
            consumers.groups.pass(5_000);
            a.beat();
        }
        assertThat(a.owned).isEqualTo(consumers.t(0, 1, 2, 3));
        assertThat(b.beat().error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aMemberThatDoesNotGiveUpInTimeIsOut() {
        Client a = consumers.join("a");
        Client b = consumers.join("b");
        a.beat();
        for (int i = 0; i < 13; i++) {
            consumers.groups.pass(5_000);
            consumers.send(command("a", a.epoch, null, null, null, null));
            b.beat();
        }
        assertThat(a.beat().error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(b.owned).isEqualTo(consumers.t(0, 1, 2, 3));
    }

    /** FIELD-REPORTS 26: a member that was too slow joins again before it gave anything up. */
    @Test
    void aMemberMayJoinAgainThatStillOwnsSomething() {
        Client a = consumers.join("a");
        ConsumerHeartbeatResult again =
                consumers.send(command("a", 0, null, Set.of("t"), null, a.owned));
        assertThat(again.error()).isEqualTo(ErrorCode.NONE);
        assertThat(again.assignment()).isEqualTo(consumers.t(0, 1, 2, 3));
    }

    @Test
    void aChangedSubscriptionIsAssigned() {
        Client a = consumers.join("a");
        a.topics = Set.of("t", "u");
        consumers.send(command("a", 1, null, Set.of("t", "u"), null, null));
        assertThat(consumers.described().assigned("a").size()).isEqualTo(8);
        assertThat(consumers.described().epoch()).isEqualTo(2);
    }

    @Test
    void newPartitionsAreAssignedWithoutAWord() {
        Client a = consumers.join("a");
        consumers.groups.topics.with("t", 6);
        consumers.groups.coordinator.onTopicsChanged(Set.of("t"));
        consumers.groups.pass(50);
        assertThat(a.beat().assignment()).isEqualTo(consumers.t(0, 1, 2, 3, 4, 5));
        assertThat(consumers.groups.history().getLast().reason())
                .isEqualTo("subscribed topics changed");
    }

    @Test
    void aTopicThatComesLaterAndOneThatGoesAreSeen() {
        Client a = consumers.join("a", null, "t", "later");
        assertThat(a.owned.size()).isEqualTo(4);
        consumers.groups.topics.with("later", 2);
        consumers.groups.topics.without("t");
        consumers.groups.coordinator.onTopicsChanged(Set.of("t", "later"));
        consumers.groups.pass(50);
        a.beat();
        a.tell();
        assertThat(a.owned).isEqualTo(PartitionSet.of(consumers.topicId("later"), 0, 1));
    }

    @Test
    void otherTopicsDoNotConcernTheGroup() {
        consumers.join("a");
        int batches = consumers.groups.log.batchCount();
        consumers.groups.topics.with("other", 2);
        consumers.groups.coordinator.onTopicsChanged(Set.of("other"));
        consumers.groups.pass(50);
        assertThat(consumers.groups.log.batchCount()).isEqualTo(batches);
    }

    @Test
    void aHeartbeatThatChangesNothingWritesNothing() {
        Client a = consumers.join("a");
        a.tell();
        int batches = consumers.groups.log.batchCount();
        for (int i = 0; i < 10; i++) {
            a.beat();
        }
        assertThat(consumers.groups.log.batchCount()).isEqualTo(batches);
    }

    @Test
    void theGroupOutlivesItsCoordinator() {
        Client a = consumers.join("a");
        Client b = consumers.join("b", "i", "t");
        a.beat();
        GroupsUnderTest restarted = consumers.groups.restarted();
        ConsumersUnderTest next = new ConsumersUnderTest(restarted);
        assertThat(next.described().description()).isEqualTo(consumers.described().description());
        ConsumerHeartbeatResult told =
                next.send(command("a", 1, null, null, null, consumers.t(0, 1)));
        assertThat(told.memberEpoch()).isEqualTo(2);
        assertThat(next.send(command("b", b.epoch, "i", null, null, null)).assignment())
                .isEqualTo(consumers.t(2, 3));
        assertThat(restarted.now(restarted.memory())).isEqualTo(restarted.replayed());
    }

    @Test
    void timersGoOnAfterARestart() {
        Client a = consumers.join("a");
        consumers.join("b");
        a.beat();
        GroupsUnderTest restarted = consumers.groups.restarted();
        restarted.pass(61_000);
        assertThat(new ConsumersUnderTest(restarted).described().state()).isEqualTo("Empty");
    }

    @Test
    void whoComesWithinTheIntervalIsAssignedTogether() {
        ConsumersUnderTest slow =
                new ConsumersUnderTest(
                        ConsumersUnderTest.config(1_000, 100, MigrationPolicy.BIDIRECTIONAL));
        Client a = slow.join("a");
        slow.groups.pass(100);
        Client b = slow.join("b");
        Client c = slow.join("c");
        assertThat(slow.described().state()).isEqualTo("Assigning");
        assertThat(b.last.heartbeatIntervalMs()).as("comes back for it").isLessThan(1_000);
        slow.groups.pass(1_000);
        assertThat(slow.described().state()).isEqualTo("Reconciling");
        slow.settle(a, b, c);
        List<GenerationRecord> history = slow.groups.history();
        assertThat(history).hasSize(2);
        assertThat(history.getLast().reason()).isEqualTo("member b joined; member c joined");
        assertThat(history.getLast().members()).isEqualTo(3);
        assertThat(history.getLast().syncMs()).isNotNegative();
    }

    @Test
    void aFullGroupTakesNobody() {
        ConsumersUnderTest small =
                new ConsumersUnderTest(
                        ConsumersUnderTest.config(0, 1, MigrationPolicy.BIDIRECTIONAL));
        small.join("a");
        assertThat(small.send(command("b", 0, null, Set.of("t"), null, PartitionSet.EMPTY)).error())
                .isEqualTo(ErrorCode.GROUP_MAX_SIZE_REACHED);
    }

    @Test
    void aGroupsOwnTimesCountWithinTheBrokersBounds() {
        consumers.groups.overrides.put(
                GROUP,
                Map.of(
                        "consumer.heartbeat.interval.ms", "7000",
                        "consumer.session.timeout.ms", "1"));
        Client a = consumers.join("a");
        assertThat(a.last.heartbeatIntervalMs()).isEqualTo(7_000);
        consumers.groups.pass(44_000);
        assertThat(a.beat().error()).as("the least is 45 s").isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aRefusedWriteLeavesTheGroupAsItWas() {
        Client a = consumers.join("a");
        ConsumerGroupDescription before = consumers.described().description();
        consumers.groups.log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(
                        consumers
                                .send(command("b", 0, null, Set.of("t"), null, PartitionSet.EMPTY))
                                .error())
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(consumers.described().description()).isEqualTo(before);
        assertThat(a.beat().error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void requestsThatNobodyCanMeanAreRefused() {
        assertThat(consumers.send(command("a", -3, null, null, null, null)).error())
                .isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(consumers.send(command("a", -2, null, null, null, null)).error())
                .isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(consumers.send(command("a", 0, null, Set.of("t"), null, null)).error())
                .isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(consumers.send(command("", 1, null, null, null, null)).error())
                .isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void commitsAndFetchesAreHeldToTheEpoch() {
        Client a = consumers.join("a");
        assertThat(consumers.groups.commitOne("a", a.epoch, "t", 5)).isEqualTo(ErrorCode.NONE);
        assertThat(consumers.groups.commitOne("a", 0, "t", 5))
                .isEqualTo(ErrorCode.STALE_MEMBER_EPOCH);
        assertThat(consumers.groups.commitOne("x", 1, "t", 5))
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(consumers.groups.commitOne("", -1, "t", 5))
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(fetch("a", 1)).isEqualTo(ErrorCode.NONE);
        assertThat(fetch("a", 2)).isEqualTo(ErrorCode.STALE_MEMBER_EPOCH);
        assertThat(fetch("x", 1)).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(fetch("", -1)).isEqualTo(ErrorCode.NONE);
        a.leave();
        assertThat(consumers.groups.commitOne("", -1, "t", 6)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aMemberThatHasNotHeardOfItsEpochYetMayCommitWhatItKeeps() {
        Client a = consumers.join("a");
        PartitionSet before = a.owned;
        int epochBefore = a.epoch;
        Client b = consumers.join("b");
        consumers.settle(a, b);
        assertThat(a.epoch).isGreaterThan(epochBefore);
        before.forEach(
                (topicId, partition) ->
                        assertThat(commit("a", epochBefore, partition))
                                .isEqualTo(
                                        a.owned.contains(topicId, partition)
                                                ? ErrorCode.NONE
                                                : ErrorCode.STALE_MEMBER_EPOCH));
        assertThat(a.owned.size()).isLessThan(before.size()).isPositive();
        Client c = consumers.join("c");
        consumers.settle(a, b, c);
        a.owned.forEach(
                (topicId, partition) ->
                        assertThat(commit("a", epochBefore, partition))
                                .as("two epochs ago")
                                .isEqualTo(ErrorCode.STALE_MEMBER_EPOCH));
    }

    private ErrorCode commit(String memberId, int epoch, int partition) {
        return consumers
                .groups
                .now(
                        consumers.groups.commit(
                                memberId, epoch, consumers.groups.entry("t", partition, 5)))
                .getFirst();
    }

    private ErrorCode fetch(String memberId, int epoch) {
        return consumers
                .groups
                .now(
                        consumers.groups.coordinator.fetchOffsets(
                                new OffsetFetchCommand(GROUP, null, false, memberId, epoch)))
                .error();
    }

    @Test
    void anEmptyGroupGoesWithItsLastOffset() {
        Client a = consumers.join("a");
        consumers.groups.commitOne("a", 1, "t", 5);
        a.leave();
        consumers.groups.pass(6L * 24 * 60 * 60 * 1_000);
        assertThat(consumers.groups.committed("t")).isEqualTo(5);
        consumers.groups.pass(2L * 24 * 60 * 60 * 1_000);
        assertThat(consumers.groups.replayed().all()).isEmpty();
        assertThat(consumers.described().description().error())
                .isEqualTo(ErrorCode.GROUP_ID_NOT_FOUND);
    }
}
